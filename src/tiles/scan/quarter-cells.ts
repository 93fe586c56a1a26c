// The cells of quarter hours, kept as they are stored, because those who read them look at different parts.

import type { BinaryRow } from '../../database/copy/copy-rows.js';
import type { Cached } from '../kept/tile-cache.js';
import { type Cell, eachCell, joinCells, type Section } from '../packed/cell.js';

/** Adds up cells of quarter hours. */
export interface TakesCells {
  /** The lists of cells that it looks at. */
  readonly sections: ReadonlySet<Section>;
  /** The cells that it looks at; without it, all. */
  readonly selects?: (prompt: number, channel: number) => boolean;
  /** Adds a cell of a quarter hour; those of runs that do not count are passed over. */
  addCell(cell: Cell, quarter: number): void;
}

/** The cells of a quarter hour in so many bytes are added more slowly than what is made of them. */
const manyBytes = 16_000;
/** Of one quarter hour, what is made for so many readers is kept. */
const mostMade = 8;

/** The cells of one quarter hour, and what is made of them where they are many. */
export class QuarterCells implements Cached {
  readonly bytes: number;
  private readonly made = new Map<string, Cached | null>();

  constructor(
    readonly quarter: number,
    readonly block: Buffer,
  ) {
    const { length } = block;
    this.bytes = rowBytes + (length < manyBytes ? length : length * (1 + mostMade));
  }

  /** Adds the cells. Throws `CorruptBlock`. */
  eachCell(into: TakesCells): void {
    eachCell(this.block, (cell) => into.addCell(cell, this.quarter), into);
  }

  /**
   * What `make` makes of many cells; `name` says all that this is a function of beside them. From the second time that just this is asked for; `null`:
   * the cells are to be added one by one.
   */
  whole<Of extends Cached>(name: string, make: () => Of): Of | null {
    if (this.block.length < manyBytes) return null;
    const known = this.made.get(name);
    const made = known === null ? make() : known;
    this.made.delete(name);
    this.made.set(name, made ?? null);
    const [oldest = name] = this.made.keys();
    if (this.made.size > mostMade) this.made.delete(oldest);
    return (made as Of | undefined) ?? null; // safe because the name says what is made
  }
}

const rowBytes = 100;

interface Row {
  readonly period: number;
  readonly blocks: BinaryRow;
}

/** What is stored of one quarter hour; `null`: nothing. What arrives is a part of what arrived with it, and is copied. */
export function quarterCells([row]: readonly Row[]): QuarterCells | null {
  const [block] = row?.blocks ?? [];
  return row && block ? new QuarterCells(row.period, Buffer.from(block)) : null;
}

/** The cells of several quarter hours as those of one, with some of their lists alone; `null`: none. Throws `CorruptBlock`. */
export function joinedCells(rows: readonly Row[], as: number, sections: ReadonlySet<Section>): QuarterCells | null {
  const blocks = rows.flatMap(({ blocks: [block] }) => block ?? []);
  return blocks.length > 0 ? new QuarterCells(as, joinCells(blocks, sections)) : null;
}
