// Blocks that are kept as they are stored, because those who read them look at different parts.

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

/** The first block of rows. */
export class CachedRows implements Cached {
  readonly bytes: number;

  constructor(readonly rows: readonly { readonly period: number; readonly block: Buffer }[]) {
    this.bytes = rows.reduce((bytes, { block }) => bytes + block.length + rowBytes, 0);
  }

  /** Adds the cells of quarter tiles. Throws `CorruptBlock`. */
  eachCell(into: TakesCells): void {
    for (const { period, block } of this.rows) eachCell(block, (cell) => into.addCell(cell, period), into);
  }
}

/** The cells of one quarter hour, and what is made of them where they are many. */
export class QuarterCells extends CachedRows {
  override readonly bytes: number;
  private readonly made = new Map<string, Cached | null>();

  constructor(
    readonly quarter: number,
    readonly block: Buffer,
  ) {
    super([{ period: quarter, block }]);
    const { length } = block;
    this.bytes = rowBytes + (length < manyBytes ? length : length * (1 + mostMade));
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

/** What is stored of one quarter hour; `null`: nothing. */
export function quarterCells([row]: readonly Row[]): QuarterCells | null {
  const [block] = row?.blocks ?? [];
  return row && block ? new QuarterCells(row.period, Buffer.from(block)) : null;
}

/** The cells of several quarter hours as those of one, with some of their lists alone; `null`: none. Throws `CorruptBlock`. */
export function joinedCells(rows: readonly Row[], as: number, sections: ReadonlySet<Section>): QuarterCells | null {
  const blocks = rows.flatMap(({ blocks: [block] }) => block ?? []);
  return blocks.length > 0 ? new QuarterCells(as, joinCells(blocks, sections)) : null;
}

/** `null` where there are none. The blocks are copied: those that arrive are parts of what arrived with them. */
export function cachedRows(rows: readonly Row[]): CachedRows | null {
  const kept = rows.flatMap(({ period, blocks: [block] }) => (block ? [{ period, block: Buffer.from(block) }] : []));
  return kept.length > 0 ? new CachedRows(kept) : null;
}
