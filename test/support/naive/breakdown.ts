// A breakdown by its plain definition: every run is asked for its values, and every group for its runs.

import { type AnalyticsQuestion, visibility } from './analytics.js';
import { type Bucket, inBuckets } from './buckets.js';
import { type Comparison, comparedOf } from './compared.js';
import { listedDates, localDate } from './days.js';
import * as figures from './figures.js';
import { companiesOf, namesBrand, rangeOf, runsOf, windowOf } from './selection.js';
import { changeOf, type Part, robustInterval } from './statistics/certainty.js';
import { normalQuantile } from './statistics/quantiles.js';
import type { NaiveRun, NaiveWorld } from './world.js';

export const dimensions = [
  ...['prompt', 'tag', 'model', 'provider', 'webSearch', 'market', 'branded', 'company', 'day', 'week', 'month'],
] as const;
export type Dimension = (typeof dimensions)[number];

export const breakdownOrders = [
  ...['runs', 'mentions', 'visibility', 'share', 'prompts', 'citations', 'position', 'change', 'key'],
] as const;

export interface BreakdownQuestion extends Omit<AnalyticsQuestion, 'bucket'>, Comparison {
  readonly by: readonly Dimension[];
  readonly orderBy?: (typeof breakdownOrders)[number] | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
  readonly minRuns?: number | undefined;
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

type Value = string | boolean | null;

const level = 0.95;

/** A page, as REST has it. */
export function breakdownAnswer(world: NaiveWorld, question: BreakdownQuestion) {
  const rows = breakdownRows(world, question);
  const { page = 1 } = question;
  const limit = Math.min(question.limit ?? 20, 1_000);
  return {
    range: rangeOf(windowOf(question)),
    data: rows.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: rows.length, totalPages: Math.ceil(rows.length / limit) },
  };
}

/** All rows in order. */
export function breakdownRows(world: NaiveWorld, question: BreakdownQuestion) {
  const { by, minRuns = 1, orderBy = 'runs' } = question;
  const runs = runsOf(world, question, windowOf(question));
  const before = runsOf(world, question, comparedOf(question));
  const valuesOf = valuesIn(world, question);
  const groups = new Map(runs.flatMap((run) => tuplesOf(by, valuesOf, run)).map((key) => [JSON.stringify(key), key]));
  const direction = question.direction ?? (orderBy === 'key' ? 'asc' : 'desc');
  return [...groups.values()]
    .map((key) => ({ key, row: rowOf(world, question, { key, runs, before, valuesOf }) }))
    .filter(({ row }) => row.runs >= minRuns)
    .sort((a, b) => {
      const sign = direction === 'asc' ? 1 : -1;
      if (orderBy === 'key') return compareKeys(a.key, b.key, sign);
      return compareFigures(figureOf(a.row, orderBy), figureOf(b.row, orderBy), sign) || compareKeys(a.key, b.key, 1);
    })
    .map(({ row }) => row);
}

type ValuesOf = (dimension: Dimension, run: NaiveRun) => readonly Value[];

/** What a run has of a dimension: a prompt is its id here. */
function valuesIn(world: NaiveWorld, question: BreakdownQuestion): ValuesOf {
  const zone = question.timeZone || 'UTC';
  const ofBrand = runsOf(world, { brandId: question.brandId }, windowOf(question));
  const instants = ofBrand.map(({ createdAt }) => createdAt);
  const brandName = world.brands.find(({ id }) => id === question.brandId)?.name ?? '';
  const time = question.by.find((each) => each === 'day' || each === 'week' || each === 'month') as Bucket | undefined;
  const buckets = time ? inBuckets(listedDates(windowOf(question), instants, zone), time) : [];
  const dateOf = new Map(buckets.flatMap((dates) => dates.map((date) => [date, dates[0] ?? ''])));
  return (dimension, run) => {
    if (dimension === 'prompt') return [run.promptId];
    if (dimension === 'model' || dimension === 'provider' || dimension === 'market') return [run[dimension]];
    if (dimension === 'webSearch') return [run.webSearchEnabled];
    if (dimension === 'branded') return [namesBrand(world, run)];
    if (dimension === 'company') return [...(run.brandMentioned ? [brandName] : []), ...run.competitorsMentioned];
    if (dimension !== 'tag') return [dateOf.get(localDate(run.createdAt, zone)) ?? ''];
    const tags = [...new Set(world.prompts.find(({ id }) => id === run.promptId)?.tags)];
    return tags.length === 0 ? [null] : tags;
  };
}

function tuplesOf(by: readonly Dimension[], valuesOf: ValuesOf, run: NaiveRun): readonly (readonly Value[])[] {
  return by.reduce<readonly (readonly Value[])[]>(
    (tuples, dimension) => tuples.flatMap((tuple) => valuesOf(dimension, run).map((value) => [...tuple, value])),
    [[]],
  );
}

interface Group {
  readonly key: readonly Value[];
  readonly runs: readonly NaiveRun[];
  readonly before: readonly NaiveRun[];
  readonly valuesOf: ValuesOf;
}

function rowOf(world: NaiveWorld, question: BreakdownQuestion, { key, runs, before, valuesOf }: Group) {
  const { brandId, by } = question;
  const isIn = (run: NaiveRun) =>
    by.every((each, place) => each === 'company' || valuesOf(each, run).includes(key[place] ?? null));
  const [own, earlier] = [runs.filter(isIn), before.filter(isIn)];
  const brandName = world.brands.find(({ id }) => id === brandId)?.name ?? '';
  const isOfCompany = by.includes('company');
  const name = isOfCompany ? String(key[by.indexOf('company')] ?? '') : brandName;
  const company = { name, isBrand: name === brandName };
  const mentioning = own.filter((run) => figures.mentions(run, company));
  const isWhole = !isOfCompany || by.every((each) => each === 'company' || each === 'model');
  const isByTime = by.some((each) => each === 'day' || each === 'week' || each === 'month');
  const companies = companiesOf(world, brandId, own);
  return {
    key: Object.assign({}, ...by.map((each, place) => keyOf(world, each, key[place] ?? null))) as Record<string, Value>,
    runs: own.length,
    prompts: figures.distinctPrompts(isOfCompany ? mentioning : own),
    mentions: mentioning.length,
    visibility: figures.ratio(mentioning.length, own.length),
    allMentions: companies.reduce((sum, each) => sum + figures.mentionCount(own, each), 0),
    share: figures.share(own, company, companies),
    citations: isWhole ? figures.citationCount(own) : null,
    sentiment: isWhole ? figures.sentiment(own, company) : null,
    position: isWhole ? { average: figures.averagePosition(own, company) } : null,
    interval: wilson(mentioning.length, own.length),
    robustInterval: robustInterval(partsOf(own, company), level),
    previous: isByTime ? null : previousOf(earlier, company),
    change: isByTime ? null : changeOf(partsOf(earlier, company), partsOf(own, company), level),
  };
}

type Row = ReturnType<typeof rowOf>;

function previousOf(runs: readonly NaiveRun[], company: figures.Company) {
  const mentions = figures.mentionCount(runs, company);
  const isBrand = company.isBrand ? visibility(runs) : figures.ratio(mentions, runs.length);
  return { runs: runs.length, mentions, visibility: isBrand };
}

function keyOf(world: NaiveWorld, dimension: Dimension, value: Value): Record<string, Value> {
  if (dimension === 'day' || dimension === 'week' || dimension === 'month') return { date: value };
  if (dimension !== 'prompt') return { [dimension]: value };
  return { promptId: value, prompt: world.prompts.find(({ id }) => id === value)?.text ?? '' };
}

/** Runs and mentions of each prompt. */
function partsOf(runs: readonly NaiveRun[], company: figures.Company): readonly Part[] {
  return [...new Set(runs.map(({ promptId }) => promptId))].map((promptId) => {
    const own = runs.filter((run) => run.promptId === promptId);
    return { promptId, x: figures.mentionCount(own, company), n: own.length };
  });
}

/** Wilson 1927. */
function wilson(x: number, n: number) {
  const [p, z] = [x / n, normalQuantile(level)];
  const centre = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return { low: centre - half, high: centre + half, level };
}

function figureOf(row: Row, order: Exclude<BreakdownQuestion['orderBy'], 'key' | undefined>): number | null {
  if (order === 'position') return row.position?.average ?? null;
  if (order !== 'change') return row[order];
  const [now, then] = [row.visibility, row.previous?.visibility ?? null];
  return now === null || then === null ? null : now - then;
}

/** `null` is last both ways. */
function compareFigures(one: number | null, other: number | null, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return sign * (one - other);
}

function compareKeys(one: readonly Value[], other: readonly Value[], sign: number): number {
  for (const [place, value] of one.entries()) {
    const against = other[place] ?? null;
    if (value === against) continue;
    if (value === null || against === null) return value === null ? 1 : -1;
    if (typeof value === 'boolean') return sign * (Number(value) - Number(against));
    return sign * figures.compareNames(value, String(against));
  }
  return 0;
}
