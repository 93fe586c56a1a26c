// A scan finds something out about a set of runs: which tiles, chunks and rows say it (`plan`), and what adds them up. Figures, counts and
// details of items, and the runs that pages are placed by are all found so.

import type { BinaryRow } from '../../database/copy/copy-rows.js';
import type { Day } from '../../domain/day.js';
import type { Pause } from '../../domain/pause.js';
import type { RunSet } from '../../domain/summary.js';
import type { Cached } from '../kept/tile-cache.js';
import type { Column, Table } from '../layout.js';
import type { PostingKind } from '../packed/items/kinds.js';
import type { Range } from '../packed/levels.js';
import type { QuarterCells, TakesCells } from './quarter-cells.js';
import type { RunSelection } from './run-selection.js';

/** Items of one kind. */
export interface WantedItems {
  readonly kind: PostingKind;
  /** Those of some chunks; `null`: all of them. */
  readonly chunks: readonly number[] | null;
  /** Whether the prompts and models of runs are looked at whatever the filter is. */
  readonly needsEntries: boolean;
  /** Chunk after chunk and not period after period: of all items, only so what is added up fits into memory. */
  readonly isByChunk?: boolean;
}

export interface Scan<Into extends Accumulator = Accumulator> {
  /** Equal scans are one. */
  readonly key: string;
  readonly set: RunSet;
  /** In place of the model of the set: the ids of those that count; `null`: all. */
  readonly models: ReadonlySet<string> | null;
  /** Of a series; without it, no day is listed. */
  readonly days?: readonly Day[];
  readonly wanted: { readonly columns: ReadonlySet<Column> } | WantedItems;
  readonly create: (runs: RunSelection) => Into;
  /** Only these quarter hours of the window. */
  readonly quarters?: readonly Range[];
  /** Whether raw rows are the better source wherever tiles are not up to date. */
  readonly isCheapFromRows?: boolean;
}

/** Where a part of it is stored: periods of one level. What a level does not store is made of smaller periods that do, and kept as one. */
export type Source = { readonly level: number; readonly ranges: readonly Range[] } & (
  | {
      readonly from: 'tiles';
      readonly table: Table;
      readonly scopes: readonly number[];
      readonly columns: readonly Column[];
    }
  | { readonly from: 'quarters'; readonly columns: readonly Column[] }
  | PromptColumns
  | {
      readonly from: 'chunks';
      readonly kind: PostingKind;
      readonly chunks: readonly number[] | null;
      readonly hasEntries: boolean;
      readonly isByChunk: boolean;
    }
);

/** Some days of the months of some prompts; `null`: all of them. */
interface PromptColumns {
  readonly from: 'prompt';
  readonly scopes: readonly number[];
  readonly columns: readonly Column[];
  readonly days: readonly Range[] | null;
}

export type PromptSource = Extract<Source, { readonly from: 'prompt' }>;

/** A stored row of a source: of tiles and quarters the period and its blocks; of chunks the number of the chunk comes first. */
export interface StoredRow {
  readonly period: number;
  readonly blocks: BinaryRow;
}

/** What several periods of a source say together. */
export interface Merging {
  /** Says all that it is a function of beside what is kept of the periods. */
  readonly name: string;
  /** The places of the columns of which that is so. */
  readonly columns: ReadonlySet<number>;
  /** What there is to keep of them; `null`: it would be too much. */
  merge(periods: readonly (readonly (Cached | null)[])[]): Cached | null;
  add(merged: Cached): void;
}

/** Adds up what a scan finds, in any order. All methods that read blocks throw `CorruptBlock`. */
export interface Accumulator extends TakesCells {
  /** What it keeps of a period of a source, each under a name that says all that it is a function of beside the stored rows. */
  namesOf(source: Source): readonly string[];
  /** What there is to keep of a period under these names. Nothing is added yet; where that is much, others have their turn meanwhile. */
  decode(
    source: Source,
    period: number,
    rows: readonly StoredRow[],
    pause: Pause,
  ): readonly (Cached | null)[] | Promise<readonly (Cached | null)[]>;
  /** Adds what was kept of a period; where that is much, others have their turn meanwhile. */
  add(source: Source, period: number, cached: readonly (Cached | null)[], pause: Pause): void | Promise<void>;
  /** How several periods of a source are kept as one; `null`, or without it: each is added by itself. */
  merging?(source: Source): Merging | null;
  /** Adds all cells of a quarter hour. */
  addCells(cells: QuarterCells, pause: Pause): void | Promise<void>;
}
