// What `roll --check` asks of a brand: its whole time, and each of its months without a filter, by each model and by each tag.

import type { Database } from '../database/postgres.js';
import { dayMs } from '../domain/limits.js';
import { noFilter } from '../domain/selection/run-filter.js';
import type { SeriesRule } from '../domain/series.js';
import { everyPart, type Part, type Question, withoutItems } from '../domain/summary.js';
import type { Window } from '../domain/window.js';
import { windowOfMonth } from './check-prompts.js';
import { entryLevel } from './layout.js';
import { dayLevel, everyLevel, firstQuarterOfDay, monthLevel, periodOf } from './packed/levels.js';
import { scopesMonth } from './stored/stamps.js';

export const everyDay: SeriesRule = { timeZone: 'UTC', maxDays: Number.POSITIVE_INFINITY };
/** Days that begin at a quarter hour. */
const localDays: SeriesRule = { ...everyDay, timeZone: 'Asia/Kathmandu' };

/** Questions that are answered together, once for each reading. */
export interface Batch {
  readonly questions: readonly Question[];
  readonly readings: readonly Reading[];
}

/** Some parts of an answer, from tiles of some levels. */
interface Reading {
  readonly levels: readonly number[];
  readonly parts: readonly Part[];
}

type Filter = Pick<Question, 'model' | 'tags'>;

/** Questions about every month for which the same columns are read. */
interface MonthlyKind {
  readonly filters: readonly Filter[];
  readonly series: SeriesRule;
  readonly readings: readonly Reading[];
}

interface Held {
  /** Of the runs; `null` where there is none. */
  readonly first: number | null;
  readonly last: number | null;
  readonly runs: number;
  /** The days that have runs, and the months that have tiles. */
  readonly days: readonly number[];
  readonly rolled: readonly number[];
  readonly models: readonly string[];
  readonly tags: readonly string[];
}

/** All parts, and those that are stored within a column and read without the rest of it where they are alone. */
const wholeParts: readonly (readonly Part[])[] = [
  ...[everyPart, ['promptMentions', 'promptTotals'] as const, ['promptSums', 'companyTotals'] as const],
  ...[['promptCompanies', 'sumTotals'] as const, ['mentionTotals'] as const],
];
/** What quarters say of a filter that they do not say by prompt and model without one. */
const quarterParts: readonly Part[] = ['days', 'urlItems', 'domainItems', 'queryItems'];
/** What tiles say of a model that they do not say of each without a filter, and what of a tag. */
const modelParts: readonly Part[] = [...quarterParts, 'prompts', 'distinct'];
const tagParts: readonly Part[] = [...modelParts, 'sums', 'companySeries'];

/** Enough questions for a statement to be shared, and few enough for the tiles of all of them to be in memory. */
const maxQuestions = 50;
const maxRuns = 200_000;

/**
 * A month lies in whole tiles of every level, which are read one by one. The whole time, cut to days, is read as any window is; filters would only
 * read there what they read in the months.
 */
export async function batchesOf(db: Database, brandId: string): Promise<readonly Batch[]> {
  const held = await heldOf(db, brandId);
  const asked = { brandId, promptId: null, filter: noFilter, outcome: 'all' } as const;
  const asRead = wholeParts.map((parts) => ({ levels: everyLevel, parts }));
  const ofWhole = wholeOf(held).map((window) => ({
    questions: [{ ...asked, window, series: everyDay, model: null, tags: [] }],
    readings: asRead,
  }));
  const months = monthsOf(held);
  const size = Math.max(1, Math.min(maxQuestions, Math.floor((maxRuns * months.length) / Math.max(1, held.runs))));
  const ofMonths = monthlyKindsOf(held).flatMap(({ filters, series, readings }) =>
    chunksOf(
      months.flatMap((window) => filters.map((filter) => ({ ...asked, window, series, ...filter }))),
      size,
    ).map((questions) => ({ questions, readings })),
  );
  return [...ofWhole, ...ofMonths];
}

/** Questions about one model read the sets of each model, in which one about all models would find what it needs, too: they are apart. */
function monthlyKindsOf({ models, tags }: Held): readonly MonthlyKind[] {
  const everything = { model: null, tags: [] };
  const tagged = tags.map((tag) => ({ model: null, tags: [tag] }));
  const ofQuarters = { levels: [], parts: quarterParts };
  return [
    {
      filters: [everything],
      series: everyDay,
      readings: wholeParts.flatMap((parts) => [{ levels: [], parts }, ...byLevel(parts, everyLevel)]),
    },
    {
      filters: models.map((model) => ({ model, tags: [] })),
      series: everyDay,
      readings: [ofQuarters, ...byLevel(modelParts, [entryLevel])],
    },
    {
      filters: tagged,
      series: everyDay,
      readings: [ofQuarters, ...byLevel(tagParts, [entryLevel])],
    },
    { filters: [everything, ...tagged], series: localDays, readings: [{ levels: [dayLevel], parts: ['days'] }] },
  ];
}

/** Every level by itself; items only from levels that store them, as others leave them to quarters. */
function byLevel(parts: readonly Part[], levelsOfItems: readonly number[]): readonly Reading[] {
  const others = withoutItems(parts);
  return everyLevel.map((level) => ({ levels: [level], parts: levelsOfItems.includes(level) ? parts : others }));
}

async function heldOf(db: Database, brandId: string): Promise<Held> {
  const { rows } = await db.pool.query<Held>(
    `select (extract(epoch from min(created_at)) * 1000)::float8 as first, (extract(epoch from max(created_at)) * 1000)::float8 as last,
       count(*)::float8 as runs,
       array(select distinct floor(extract(epoch from created_at) / 86400)::integer from run where brand_id = $1) as days,
       array(select month from tile_stamp where brand_id = $1 and month > ${scopesMonth}) as rolled,
       array(select model from run where brand_id = $1 group by model order by model) as models,
       array(select distinct tag from prompt cross join unnest(tags) as tag where brand_id = $1 order by tag) as tags
     from run where brand_id = $1`,
    [brandId],
  );
  return rows[0] ?? { first: null, last: null, runs: 0, days: [], rolled: [], models: [], tags: [] };
}

function wholeOf({ first, last }: Held): readonly Window[] {
  if (first === null || last === null) return [];
  return [{ start: Math.floor(first / dayMs) * dayMs, end: (Math.floor(last / dayMs) + 1) * dayMs }];
}

function monthsOf({ days, rolled }: Held): readonly Window[] {
  const recorded = days.map((day) => periodOf(firstQuarterOfDay(day), monthLevel));
  return [...new Set([...recorded, ...rolled])].sort((a, b) => a - b).map(windowOfMonth);
}

function chunksOf<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
