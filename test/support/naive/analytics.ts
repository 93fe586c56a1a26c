// The summary of a brand or of one prompt of it, from the runs that the question selects.

import { type Bucket, inBuckets } from './buckets.js';
import { listedDates, localDate } from './days.js';
import * as figures from './figures.js';
import { companiesOf, type Filter, rangeOf, runsOf, windowOf } from './selection.js';
import type { NaiveRun, NaiveWorld } from './world.js';

/** A valid question about a brand; texts as a client would write them. No `tags`: all prompts. */
export interface AnalyticsQuestion {
  readonly brandId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly timeZone?: string | undefined;
  readonly filter?: Filter | undefined;
  readonly bucket?: Bucket | undefined;
  /** The question is about this prompt of the brand alone. */
  readonly promptId?: string | undefined;
}

export type AnalyticsAnswer = NonNullable<ReturnType<typeof brandAnalytics>>;

/** The runs of one bucket of days. */
interface Stretch {
  readonly date: string;
  readonly runs: readonly NaiveRun[];
}

/** `null`: there is no such brand. */
export function brandAnalytics(world: NaiveWorld, question: AnalyticsQuestion) {
  const brand = world.brands.find(({ id }) => id === question.brandId);
  if (!brand) return null;
  const runs = runsOf(world, question, windowOf(question));
  const companies = companiesOf(world, brand.id, runs);
  const self = { name: brand.name, isBrand: true };
  const stretches = stretchesOf(world, question, runs);
  return {
    brandId: brand.id,
    brandName: brand.name,
    range: rangeOf(windowOf(question)),
    visibility: {
      current: visibility(runs),
      series: stretches.map((each) => ({ date: each.date, visibility: visibility(each.runs) })),
    },
    shareOfVoice: {
      brand: figures.share(runs, self, companies),
      entries: entriesOf(companies, runs),
      series: stretches.map((each) => ({ date: each.date, share: figures.share(each.runs, self, companies) })),
    },
    models: figures.modelEntries(runs, self, labelIn(world)),
    sentiment: {
      ...figures.sentiment(runs, self),
      series: stretches.map((each) => ({ date: each.date, ...figures.labelCounts(each.runs, self) })),
    },
    position: {
      average: figures.averagePosition(runs, self),
      series: stretches.map((each) => ({ date: each.date, average: figures.averagePosition(each.runs, self) })),
    },
    totals: figures.totals(runs),
  };
}

/** The prompt's own summary; `null`: there is no such prompt. */
export function promptAnalytics(world: NaiveWorld, promptId: string, question: Omit<AnalyticsQuestion, 'brandId'>) {
  const prompt = world.prompts.find(({ id }) => id === promptId.toLowerCase());
  return prompt ? brandAnalytics(world, { ...question, brandId: prompt.brandId, promptId: prompt.id }) : null;
}

/** `runs` by the buckets of the days that a series lists: those of its window, or those of the brand's runs, whatever the filters. */
export function stretchesOf(
  world: NaiveWorld,
  question: AnalyticsQuestion,
  runs: readonly NaiveRun[],
): readonly Stretch[] {
  const zone = question.timeZone || 'UTC';
  const ofBrand = runsOf(world, { brandId: question.brandId }, windowOf(question));
  const instants = ofBrand.map(({ createdAt }) => createdAt);
  const dated = runs.map((run) => ({ run, date: localDate(run.createdAt, zone) }));
  return inBuckets(listedDates(windowOf(question), instants, zone), question.bucket ?? 'day').map((dates) => ({
    date: dates[0] ?? 'none',
    runs: dated.filter(({ date }) => dates.includes(date)).map(({ run }) => run),
  }));
}

export function entriesOf(companies: readonly figures.Company[], runs: readonly NaiveRun[]) {
  return figures.inOrder(companies, runs).map((company) => ({
    name: company.name,
    isBrand: company.isBrand,
    mentions: figures.mentionCount(runs, company),
    prompts: figures.distinctPrompts(runs.filter((run) => figures.mentions(run, company))),
    share: figures.share(runs, company, companies),
    sentiment: figures.sentiment(runs, company),
    position: { average: figures.averagePosition(runs, company) },
  }));
}

export function visibility(runs: readonly NaiveRun[]): number | null {
  return figures.ratio(runs.filter(({ brandMentioned }) => brandMentioned).length, runs.length);
}

export function labelIn(world: NaiveWorld): (model: string) => string {
  return (model) => world.models.find(({ id }) => id === model)?.label ?? 'none';
}
