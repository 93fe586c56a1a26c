// Runs, snapshots and models in the shape of their REST bodies, from arrays alone.

import { labelIn, visibility } from './analytics.js';
import { localDate, spanOf } from './days.js';
import * as figures from './figures.js';
import { isFound } from './lists/ordered.js';
import { oneSpelling } from './lists/query-fanout.js';
import { pageOf } from './pages.js';
import { companiesOf, type Filter, type Outcome, passes, rangeOf, runsOf, windowOf } from './selection.js';
import type { NaiveRun, NaiveWorld } from './world.js';

export interface RunsQuestion {
  readonly outcome?: Outcome | undefined;
  readonly company?: string | undefined;
  readonly promptId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly filter?: Filter | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** `company`: only runs that mention it. */
export interface BrandRunsQuestion {
  readonly brandId: string;
  readonly start: string;
  readonly end: string;
  readonly model?: string | undefined;
  readonly filter?: Filter | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly outcome?: Outcome | undefined;
  readonly company?: string | undefined;
  readonly domain?: string | undefined;
  readonly url?: string | undefined;
  readonly query?: string | undefined;
  readonly sentiment?: 'positive' | 'neutral' | 'negative' | 'mixed' | undefined;
  readonly search?: string | undefined;
}

export interface SnapshotQuestion {
  readonly promptId: string;
  readonly date: string;
  readonly timeZone?: string | undefined;
  readonly model?: string | undefined;
  readonly filter?: Filter | undefined;
}

export type RunsAnswer = NonNullable<ReturnType<typeof promptRuns>>;
export type RunAnswer = NonNullable<ReturnType<typeof promptRun>>;
export type SnapshotAnswer = NonNullable<ReturnType<typeof promptSnapshot>>;
export type ModelsAnswer = ReturnType<typeof models>;

/** `null`: there is no such prompt. */
export function promptRuns(world: NaiveWorld, question: RunsQuestion) {
  const prompt = world.prompts.find(({ id }) => id === question.promptId.toLowerCase());
  if (!prompt) return null;
  const selection = { ...question, brandId: prompt.brandId, promptId: prompt.id };
  const runs = newestFirst(mentioning(world, selection, runsOf(world, selection, windowOf(question))));
  const page = question.page ?? 1;
  const limit = Math.min(question.limit ?? 20, 100);
  return {
    data: runs.slice((page - 1) * limit, page * limit).map(listed),
    pagination: { page, limit, total: runs.length, totalPages: Math.ceil(runs.length / limit) },
  };
}

function newestFirst(runs: readonly NaiveRun[]): readonly NaiveRun[] {
  return [...runs].sort((a, b) => b.createdAt - a.createdAt || figures.compareNames(b.id, a.id));
}

/** Every run of a brand that the filters leave, in the order of its pages. */
export function brandRuns(world: NaiveWorld, question: BrandRunsQuestion) {
  const runs = runsOf(world, question, windowOf(question));
  const name = world.brands.find(({ id }) => id === question.brandId)?.name;
  const chosen = mentioning(world, question, runs).filter(
    (run) => hasItems(run, question) && says(run, { ...question, name }),
  );
  return { range: rangeOf(windowOf(question)), data: newestFirst(chosen).map(listed), total: chosen.length };
}

/** Whether a run cites and issues what is asked for. */
function hasItems({ citations, webQueries }: NaiveRun, { domain, url, query }: BrandRunsQuestion): boolean {
  const pages = citations.flatMap((citation) => pageOf(citation.url) ?? []);
  return (
    (domain === undefined || pages.some((page) => page.domain === domain)) &&
    (url === undefined || pages.some(({ identity }) => identity === pageOf(url)?.identity)) &&
    (query === undefined || webQueries.some((issued) => oneSpelling(issued) === oneSpelling(query)))
  );
}

/** Whether a run speaks so of the company, or of the brand, and has the text. */
function says(
  { brand, competitors, answer }: NaiveRun,
  { company, sentiment, search, name }: BrandRunsQuestion & { readonly name: string | undefined },
): boolean {
  const of = company === undefined || company === name ? brand : new Map(competitors).get(company);
  return (
    (sentiment === undefined || of?.sentiment === sentiment) &&
    (search === undefined || (answer !== null && isFound(answer, search)))
  );
}

/** Those of the runs that mention the company, if one is asked for. */
function mentioning(
  world: NaiveWorld,
  { brandId, company: name }: { readonly brandId: string; readonly company?: string | undefined },
  runs: readonly NaiveRun[],
): readonly NaiveRun[] {
  const company = companiesOf(world, brandId, runs).find((each) => each.name === name);
  return runs.filter((run) => name === undefined || (company !== undefined && figures.mentions(run, company)));
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
      (!question.model || run.model === question.model) &&
      passes(world, run, question.filter ?? {}),
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
    range: rangeOf(span),
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
