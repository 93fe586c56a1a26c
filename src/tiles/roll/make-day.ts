// A day of tiles, made from the runs of its marked quarters and the tiles of the others: bytes in, bytes out, so that it may be
// done on any thread. Pure.

import { eachRow } from '../../database/copy/copy-rows.js';
import type { EncodedRows } from '../../database/copy/insert-rows.js';
import { cellsByQuarter } from '../cells/raw-cells.js';
import { columns } from '../layout.js';
import { type Cell, eachCell, encodeCells } from '../packed/cell.js';
import { dayLevel } from '../packed/levels.js';
import { PromptDays } from '../packed/prompt-days.js';
import { encodePostings } from '../stored/postings.js';
import type { Scopes } from '../stored/scopes.js';
import { encodeQuarterTiles, encodeTiles, toQuarterRow } from '../stored/store.js';
import { Periods } from './period.js';

/** What a day is made of; streams of rows as COPY sends them. */
export interface DayInput {
  readonly brandId: string;
  /** The runs of the marked quarters. */
  readonly runs: Uint8Array;
  /** The tiles of the others; `null` where there are none. */
  readonly others: Uint8Array | null;
}

/** What the runs of a month have in common. */
export interface MonthFacts {
  readonly scopes: Scopes;
  /** By URL, all that runs of the month cite. */
  readonly domains: Int32Array;
}

export interface MadeDay {
  /** In place of what the day and its marked quarters have. */
  readonly rows: readonly EncodedRows[];
  /** What the runs of all quarters say of their prompts, as `PromptDays` lists it. */
  readonly prompts: Uint8Array<ArrayBuffer>;
}

/** Throws `CorruptBlock`. */
export function makeDay({ brandId, runs, others }: DayInput, { scopes, domains }: MonthFacts): MadeDay {
  const [days, prompts] = [new Periods(dayLevel, scopes), new PromptDays()];
  const add = (cell: Cell, quarter: number) => {
    days.add(cell, quarter);
    prompts.add(cell, quarter);
  };
  const quarters = new Map<number, Buffer>();
  for (const [quarter, cells] of cellsByQuarter(runs, domains)) {
    for (const cell of cells) add(cell, quarter);
    quarters.set(quarter, encodeCells(cells));
  }
  for (const row of others ? eachRow(others) : []) {
    const { quarter, cells } = toQuarterRow(row);
    eachCell(cells, (cell) => add(cell, quarter));
  }
  const place = { brandId, level: dayLevel, partOf: () => 0 };
  const rows = [
    encodeQuarterTiles(brandId, quarters),
    ...encodeTiles(place, days.placed(), columns),
    encodePostings(place, days.items.rows()),
  ];
  return { rows, prompts: new Uint8Array(prompts.list()) };
}
