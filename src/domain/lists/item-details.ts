// What counts by item do not hold: how many prompts and models the runs are of that cite or issue an item.

import type { RunSet } from '../summary.js';
import type { ItemKind } from './items.js';

/** Items of a set of runs whose counts, or distinct prompts and models, are asked for. */
export interface ItemAsk {
  readonly question: RunSet;
  readonly kind: ItemKind;
  /** Ascending; `null`: all that have a run. */
  readonly ids: Int32Array | null;
}

/** Distinct prompts and models of the runs that cite or issue each item; the arrays run parallel, by item ascending. An item without a run is missing. */
export interface ItemDetails {
  readonly ids: Int32Array;
  readonly prompts: Float64Array;
  readonly models: Float64Array;
}
