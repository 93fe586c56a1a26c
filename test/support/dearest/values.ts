// The dearest value of every parameter, about the extreme brand: the longest window, the longest page, as many tags as are accepted.

import { formatCursor } from '../../../src/domain/cursor.js';
import { dayMs, maxPageRows, maxTags, quarterMs } from '../../../src/domain/limits.js';
import { extreme, longAnswers } from '../extreme.js';
import { companyName, type ExtremeSize, extremeEnd, promptIdOf } from '../extreme-world.js';

/** One request, and what it is called in the table. */
export interface Question {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a POST. */
  readonly body?: string;
}

export type Values = Readonly<Record<string, string | number | readonly string[]>>;

const iso = (at: number) => new Date(at).toISOString();

const allTime = { start: '2000-01-01T00:00:00Z', end: '2100-01-01T00:00:00Z' };

/** All time, compared with itself, or half a month with another half before it: then the window and the one before it have about as many runs. */
export const windows: Readonly<Record<'all time' | 'half a month', Values>> = {
  'all time': { ...allTime, compareStart: allTime.start, compareEnd: allTime.end },
  'half a month': { start: iso(extremeEnd - 15 * dayMs), end: iso(extremeEnd) },
};

/** All time named by days. */
export const dayWindows: Readonly<Record<string, Values>> = {
  days: { from: '2000-01-01', to: '2099-12-31', timeZone: 'Asia/Kathmandu' },
  last: { last: '30y', timeZone: 'Asia/Kathmandu' },
};

/** Values that select everything, and that are about the extreme brand. */
export const whole: Values = {
  brandId: extreme.brandId,
  id: extreme.brandId,
  promptId: extreme.promptId,
  runId: longAnswers.longestRunId,
  date: '2026-03-01',
  // Its days begin and end at quarters, and it has no daylight saving.
  timeZone: 'Asia/Kathmandu',
  limit: maxPageRows,
  bucket: 'day',
  compare: 'previous',
  by: ['prompt', 'company'],
};

/** Filters and other choices that cost more than none, one at a time. */
export function filtersOf({ tags, companies }: ExtremeSize): Values {
  return {
    tags: Array.from({ length: maxTags }, (_, at) => `tag ${(at * 37) % tags}`),
    model: 'm-1',
    models: Array.from({ length: maxTags }, (_, at) => `m-${1 + at}`),
    providers: ['provider-1', 'other'],
    markets: ['market 1', 'market 2'],
    webSearch: 'true',
    branded: 'false',
    prompts: Array.from({ length: maxTags }, (_, at) => promptIdOf(2 + at)),
    search: 'e',
    sentiment: 'positive',
    outcome: 'gap',
    company: companyName(Math.ceil(companies / 2)),
    domain: 'frequent-1.org',
    url: 'https://frequent-1.org/',
    query: 'frequent query 1',
    category: ['own', 'competitor', 'other'],
    direction: 'asc',
    presence: 'all',
    by: ['company', 'day'],
    minRuns: 2,
    level: 0.001,
    kinds: ['visibility', 'source'],
    page: 400,
    after: formatCursor({ createdAt: extremeEnd - 20 * dayMs, id: longAnswers.longestRunId }),
  };
}

/** `window` as it is `at` quarter hours earlier, so that none is read for another. */
export function shifted({ start, end }: Values, at: number): Values {
  const moved = (value: unknown) => iso(Date.parse(String(value)) - at * quarterMs);
  return { start: moved(start), end: moved(end) };
}

/** Where the answer of the longest text is. */
export const longestAnswer = { promptId: promptIdOf(2), runId: longAnswers.longestRunId };
