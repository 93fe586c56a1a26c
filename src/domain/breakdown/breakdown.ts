// Breakdowns: the runs of a question grouped by one to three dimensions, and the figures of each group.

import type { Direction } from '../lists/lists.js';
import type { SeriesRule } from '../series.js';
import type { PromptSamples } from '../statistics/sample.js';
import type { Question } from '../summary.js';
import type { Window } from '../window.js';
import type { BreakdownOrder, BreakdownWant, DimensionName, KeyName } from './dimensions-and-measures.js';
import type { ComparedFigures } from './group-figures.js';

/** One page of a breakdown: of which runs, by what, in which order. */
export interface BreakdownAsk {
  readonly kind: 'breakdown';
  readonly brandName: string;
  /** Its outcome is `all`. */
  readonly question: Omit<Question, 'series'> & { readonly series: SeriesRule };
  /** The compared window; `null` where there is none, and then as if it had no run. */
  readonly compared: Window | null;
  readonly by: readonly DimensionName[];
  readonly orderBy: BreakdownOrder;
  readonly direction: Direction;
  /** Groups with fewer runs are left out. */
  readonly minRuns: number;
  /** Rows before the page. */
  readonly skip: number;
  /** Rows on the page. */
  readonly limit: number;
  readonly wants: ReadonlySet<BreakdownWant>;
}

/** The values of a row's dimensions; `null` for the others. */
export type BreakdownKey = Readonly<Record<KeyName, string | boolean | null>>;

export interface BreakdownRow extends ComparedFigures {
  readonly key: BreakdownKey;
  /** Mentions and runs by prompt, in both windows; empty where they were not asked for. */
  readonly samples: Readonly<Record<'now' | 'before', () => PromptSamples>>;
}

/** A page of a breakdown. */
export interface BreakdownPage {
  /** Rows on all pages. */
  readonly total: number;
  readonly rows: readonly BreakdownRow[];
}
