// Each figure by its plain definition, over an array of runs. Nothing is shared between figures, nothing is memoize.

import type { NaiveAssessment } from './mentions.js';
import { pageOf } from './pages.js';
import type { NaiveRun } from './world.js';

/** A company of one answer: the brand, or a competitor by its name. */
export interface Company {
  readonly name: string;
  readonly isBrand: boolean;
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Code point order, which is not the order of JavaScript's strings. */
export function compareNames(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

export function mentions(run: NaiveRun, company: Company): boolean {
  return company.isBrand ? run.brandMentioned : run.competitorsMentioned.includes(company.name);
}

/** Assessments of the company in the runs that mention it. */
function assessmentsOf(runs: readonly NaiveRun[], company: Company): readonly NaiveAssessment[] {
  return runs
    .filter((run) => mentions(run, company))
    .flatMap((run) =>
      company.isBrand ? [run.brand] : run.competitors.filter(([name]) => name === company.name).map(([, each]) => each),
    );
}

export function labelCounts(runs: readonly NaiveRun[], company: Company) {
  const count = (label: string) => assessmentsOf(runs, company).filter(({ sentiment }) => sentiment === label).length;
  return {
    positive: count('positive'),
    neutral: count('neutral'),
    negative: count('negative'),
    mixed: count('mixed'),
  };
}

export function sentiment(runs: readonly NaiveRun[], company: Company) {
  const counts = labelCounts(runs, company);
  const labelled = counts.positive + counts.neutral + counts.negative + counts.mixed;
  return {
    ...counts,
    positiveShare: ratio(counts.positive, labelled),
    negativeShare: ratio(counts.negative, labelled),
  };
}

export function averagePosition(runs: readonly NaiveRun[], company: Company): number | null {
  const positions = assessmentsOf(runs, company).flatMap(({ position }) => position ?? []);
  return ratio(
    positions.reduce((sum, each) => sum + each, 0),
    positions.length,
  );
}

export function mentionCount(runs: readonly NaiveRun[], company: Company): number {
  return runs.filter((run) => mentions(run, company)).length;
}

export function share(runs: readonly NaiveRun[], company: Company, companies: readonly Company[]): number | null {
  const all = companies.reduce((sum, each) => sum + mentionCount(runs, each), 0);
  return ratio(mentionCount(runs, company), all);
}

/** The companies of an answer, most mentioned first, then the brand, then by name. */
export function inOrder(companies: readonly Company[], runs: readonly NaiveRun[]): readonly Company[] {
  return [...companies].sort(
    (a, b) =>
      mentionCount(runs, b) - mentionCount(runs, a) ||
      Number(b.isBrand) - Number(a.isBrand) ||
      compareNames(a.name, b.name),
  );
}

export function distinctPrompts(runs: readonly NaiveRun[]): number {
  return new Set(runs.map(({ promptId }) => promptId)).size;
}

export function citationCount(runs: readonly NaiveRun[]): number {
  return runs.reduce((sum, { citations }) => sum + citations.length, 0);
}

export function totals(runs: readonly NaiveRun[]) {
  const pages = runs.flatMap(({ citations }) => citations).flatMap(({ url }) => pageOf(url) ?? []);
  return {
    runs: runs.length,
    prompts: distinctPrompts(runs),
    citations: citationCount(runs),
    uniqueDomains: new Set(pages.map(({ domain }) => domain)).size,
    uniqueUrls: new Set(pages.map(({ identity }) => identity)).size,
  };
}

/** The brand within each model of the runs. */
export function modelEntries(runs: readonly NaiveRun[], brand: Company, labelOf: (model: string) => string) {
  return [...new Set(runs.map(({ model }) => model))]
    .map((model) => {
      const ofModel = runs.filter((run) => run.model === model);
      const brandMentions = mentionCount(ofModel, brand);
      return {
        model,
        label: labelOf(model),
        runs: ofModel.length,
        brandMentions,
        visibility: ratio(brandMentions, ofModel.length),
        citations: citationCount(ofModel),
        sentiment: sentiment(ofModel, brand),
        position: { average: averagePosition(ofModel, brand) },
      };
    })
    .sort((a, b) => b.runs - a.runs || compareNames(a.model, b.model));
}
