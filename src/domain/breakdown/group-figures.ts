// The figures of one group of runs, as sums from which every ratio follows.

import type { CompanySums } from '../company-sums.js';

/** The figures of one group. What was not asked for is 0 or `null`. */
export interface GroupFigures {
  readonly runs: number;
  /** Of the brand; with the dimension `company`, of the company. */
  readonly mentions: number;
  /** Of all companies. */
  readonly allMentions: number;
  /** Distinct prompts of `runs`; with the dimension `company`, of `mentions`. */
  readonly prompts: number;
  readonly citations: number | null;
  /** Of those who mention it. */
  readonly sums: CompanySums | null;
}

/** The figures of one group in both windows. */
export interface ComparedFigures extends GroupFigures {
  /** In the compared window; `null` by time, and where it was not asked for. */
  readonly before: Pick<GroupFigures, 'runs' | 'mentions'> | null;
}
