// The answers of every operation in the shape of its REST body, from arrays alone: the second opinion on everything that is computed.

import { alignDown, instantOf, listedDates, localDate, spanOf } from './days.js';
import * as figures from './figures.js';
import { pageOf } from './pages.js';
import type { NaiveRun, NaiveWorld } from './world.js';

/** A valid question about a brand; texts as a client would write them. No `tags`: all prompts. */
export interface AnalyticsQuestion {
  readonly brandId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly timeZone?: string | undefined;
}

export interface RunsQuestion {
  readonly promptId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

export interface SnapshotQuestion {
  readonly promptId: string;
  readonly date: string;
  readonly timeZone?: string | undefined;
  readonly model?: string | undefined;
}

export type AnalyticsAnswer = NonNullable<ReturnType<typeof brandAnalytics>>;
export type RunsAnswer = NonNullable<ReturnType<typeof promptRuns>>;
export type RunAnswer = NonNullable<ReturnType<typeof promptRun>>;
export type SnapshotAnswer = NonNullable<ReturnType<typeof promptSnapshot>>;
export type ModelsAnswer = ReturnType<typeof models>;

/** `null`: there is no such brand. */
export function brandAnalytics(world: NaiveWorld, question: AnalyticsQuestion) {
  const brand = world.brands.find(({ id }) => id === question.brandId);
  if (!brand) return null;
  const [start, end] = [alignDown(instantOf(question.start)), alignDown(instantOf(question.end))];
  const zone = question.timeZone || 'UTC';
  const runs = world.runs.filter(
    (run) =>
      run.brandId === brand.id &&
      isWithin(run, { start, end, model: question.model }) &&
      hasTag(world, run.promptId, question.tags ?? []),
  );
  const companies = companiesOf(world, brand.id, runs);
  const self = { name: brand.name, isBrand: true };
  const ofBrand = world.runs.filter(
    (run) => run.brandId === brand.id && isWithin(run, { start, end, model: undefined }),
  );
  const instants = ofBrand.map(({ createdAt }) => createdAt);
  const perDay = listedDates({ start, end }, instants, zone).map((date) => ({
    date,
    runs: runs.filter(({ createdAt }) => localDate(createdAt, zone) === date),
  }));
  return {
    brandId: brand.id,
    brandName: brand.name,
    range: rangeOf(start, end),
    visibility: {
      current: visibility(runs),
      series: perDay.map((day) => ({ date: day.date, visibility: visibility(day.runs) })),
    },
    shareOfVoice: {
      brand: figures.share(runs, self, companies),
      entries: figures.inOrder(companies, runs).map((company) => entryOf(company, runs, companies)),
      series: perDay.map((day) => ({ date: day.date, share: figures.share(day.runs, self, companies) })),
    },
    models: figures.modelEntries(runs, self, labelIn(world)),
    sentiment: {
      ...figures.sentiment(runs, self),
      series: perDay.map((day) => ({ date: day.date, ...figures.labelCounts(day.runs, self) })),
    },
    position: {
      average: figures.averagePosition(runs, self),
      series: perDay.map((day) => ({ date: day.date, average: figures.averagePosition(day.runs, self) })),
    },
    totals: figures.totals(runs),
  };
}

interface Within {
  readonly start: number;
  readonly end: number;
  readonly model: string | undefined;
}

function isWithin(run: NaiveRun, { start, end, model }: Within): boolean {
  return run.createdAt >= start && run.createdAt < end && (!model || run.model === model);
}

function hasTag(world: NaiveWorld, promptId: string, tags: readonly string[]): boolean {
  const prompt = world.prompts.find(({ id }) => id === promptId);
  return tags.length === 0 || tags.some((tag) => prompt?.tags.includes(tag));
}

/** The brand, every competitor tracked now, and every other name that the runs list. */
function companiesOf(world: NaiveWorld, brandId: string, runs: readonly NaiveRun[]): readonly figures.Company[] {
  const brands = world.brands.filter(({ id }) => id === brandId);
  const tracked = world.companies.filter((each) => each.brandId === brandId && each.tracked).map(({ name }) => name);
  const named = new Set([...tracked, ...runs.flatMap(({ competitorsMentioned }) => competitorsMentioned)]);
  return [
    ...brands.map(({ name }) => ({ name, isBrand: true })),
    ...[...named].map((name) => ({ name, isBrand: false })),
  ];
}

function entryOf(company: figures.Company, runs: readonly NaiveRun[], companies: readonly figures.Company[]) {
  return {
    name: company.name,
    isBrand: company.isBrand,
    mentions: figures.mentionCount(runs, company),
    prompts: figures.distinctPrompts(runs.filter((run) => figures.mentions(run, company))),
    share: figures.share(runs, company, companies),
    sentiment: figures.sentiment(runs, company),
    position: { average: figures.averagePosition(runs, company) },
  };
}

function visibility(runs: readonly NaiveRun[]): number | null {
  return figures.ratio(runs.filter(({ brandMentioned }) => brandMentioned).length, runs.length);
}

function rangeOf(start: number, end: number) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

function labelIn(world: NaiveWorld): (model: string) => string {
  return (model) => world.models.find(({ id }) => id === model)?.label ?? 'none';
}

/** `null`: there is no such prompt. */
export function promptRuns(world: NaiveWorld, question: RunsQuestion) {
  const prompt = world.prompts.find(({ id }) => id === question.promptId.toLowerCase());
  if (!prompt) return null;
  const [start, end] = [alignDown(instantOf(question.start)), alignDown(instantOf(question.end))];
  const runs = world.runs
    .filter((run) => run.promptId === prompt.id && isWithin(run, { start, end, model: question.model }))
    .sort((a, b) => b.createdAt - a.createdAt || figures.compareNames(b.id, a.id));
  const page = question.page ?? 1;
  const limit = Math.min(question.limit ?? 20, 100);
  return {
    data: runs.slice((page - 1) * limit, page * limit).map(listed),
    pagination: { page, limit, total: runs.length, totalPages: Math.ceil(runs.length / limit) },
  };
}

/** A run as a list shows it. */
function listed(run: NaiveRun) {
  return {
    id: run.id,
    promptId: run.promptId,
    brandId: run.brandId,
    model: run.model,
    provider: run.provider,
    webSearchEnabled: run.webSearchEnabled,
    brandMentioned: run.brandMentioned,
    competitorsMentioned: run.competitorsMentioned,
    assessments: { brand: run.brand, competitors: Object.fromEntries(run.competitors) },
    webQueries: run.webQueries,
    citationCount: run.citations.length,
    createdAt: new Date(run.createdAt).toISOString(),
  };
}

/** `null`: there is no such run of that prompt. */
export function promptRun(world: NaiveWorld, promptId: string, runId: string) {
  const run = world.runs.find((each) => each.promptId === promptId.toLowerCase() && each.id === runId.toLowerCase());
  if (!run) return null;
  const citations = run.citations.map(({ url, title }, index) => ({
    index,
    url,
    domain: pageOf(url)?.domain ?? 'none',
    title: title ?? null,
  }));
  return { ...listed(run), answer: { text: run.answer }, citations };
}

/** `null`: there is no such prompt. */
export function promptSnapshot(world: NaiveWorld, question: SnapshotQuestion) {
  const prompt = world.prompts.find(({ id }) => id === question.promptId.toLowerCase());
  const brand = world.brands.find(({ id }) => id === prompt?.brandId);
  if (!prompt || !brand) return null;
  const zone = question.timeZone || 'UTC';
  const runs = world.runs.filter(
    (run) =>
      run.promptId === prompt.id &&
      localDate(run.createdAt, zone) === question.date &&
      (!question.model || run.model === question.model),
  );
  const span = spanOf(question.date, zone);
  const companies = companiesOf(world, brand.id, runs);
  const self = { name: brand.name, isBrand: true };
  return {
    promptId: prompt.id,
    brandId: brand.id,
    prompt: prompt.text,
    date: question.date,
    timeZone: zone,
    range: rangeOf(span.start, span.end),
    runs: runs.length,
    brandMentions: figures.mentionCount(runs, self),
    visibility: visibility(runs),
    competitors: figures
      .inOrder(companies, runs)
      .filter(({ isBrand }) => !isBrand)
      .map((company) => ({
        name: company.name,
        mentions: figures.mentionCount(runs, company),
        share: figures.share(runs, company, companies),
      })),
    models: figures.modelEntries(runs, self, labelIn(world)),
    totals: figures.totals(runs),
  };
}

export function models(world: NaiveWorld) {
  const data = world.models.map(({ id, label }) => ({ id, label }));
  return { data: data.sort((a, b) => figures.compareNames(a.id, b.id)) };
}
