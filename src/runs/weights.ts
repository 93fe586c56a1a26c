// How the runs that an outcome and a company select follow from the counts by company that the tiles keep. Pure.

import type { Outcome } from '../domain/outcome.js';
import { allRunsKey, brandCompany } from '../domain/summary.js';

/** How often the runs that mention a company count, and how often, in addition, those of them that do not mention the brand. */
interface Weight {
  readonly mentions: number;
  readonly gaps: number;
}

/** By company. */
export type Weights = ReadonlyMap<number, Weight>;

const all: Weight = { mentions: 1, gaps: 0 };
const gaps: Weight = { mentions: 0, gaps: 1 };
const withBrand: Weight = { mentions: 1, gaps: -1 };
const none: Weight = { mentions: -1, gaps: 0 };

const ofEveryRun: Readonly<Record<Outcome, Weights>> = {
  all: new Map([[allRunsKey, all]]),
  mentioned: new Map([[brandCompany, all]]),
  absent: new Map([
    [allRunsKey, all],
    [brandCompany, none],
  ]),
  gap: new Map([[allRunsKey, gaps]]),
};

const ofCompany: Readonly<Record<Outcome, Weight>> = { all, mentioned: withBrand, absent: gaps, gap: gaps };

/** The weights of companies, whose sum is the number of runs; none where no run can be selected. `company` null: any or none. */
export function weightsOf(outcome: Outcome, company: number | null): Weights {
  if (company === null) return ofEveryRun[outcome];
  if (company !== brandCompany) return new Map([[company, ofCompany[outcome]]]);
  return outcome === 'all' || outcome === 'mentioned' ? ofEveryRun.mentioned : new Map();
}
