// The queries of every contestant: windows of four lengths, not aligned to days, with each filter. And pages of runs.

import { dayMs, quarterMs } from '../src/domain/limits.js';
import { type PageAsk, pageParts } from '../src/domain/run.js';
import { type Ask, allRuns, type Part } from '../src/domain/summary.js';
import type { Window } from '../src/domain/window.js';
import { commonTag, endInstant } from './world.js';

export const windowDays = [1, 30, 90, 365] as const;
const everyPart: readonly Part[] = ['sums', 'days', 'prompts', 'distinct'];

/** All windows end here: 09:15 UTC, five days before the last run. */
export const windowEnd = endInstant - 5 * dayMs + 37 * quarterMs;

export interface BenchQuestion {
  /** The filter, or what else is special. */
  readonly name: string;
  readonly days: number;
  readonly ask: Ask;
}

interface Special {
  readonly model?: string;
  readonly tags?: readonly string[];
  readonly timeZone?: string;
  readonly parts?: readonly Part[];
  /** Of the window. */
  readonly end?: number;
}

export function windowOf(days: number, end = windowEnd): Window {
  return { start: end - days * dayMs, end };
}

/** The window of an API, as it writes instants. */
export function writtenWindow({ start, end }: Window): { readonly start: string; readonly end: string } {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}

export function question(brandId: string, days: number, special: Special = {}): Ask {
  const { timeZone = 'UTC', parts = everyPart, end, ...selected } = special;
  const series = { timeZone, maxDays: 3_660 };
  return {
    question: { ...allRuns, brandId, window: windowOf(days, end), series, ...selected },
    parts: new Set(parts),
  };
}

/** The first page of 20 over a year. */
export function pageAsk(brandId: string, special: Partial<PageAsk>): PageAsk {
  return {
    ...allRuns,
    ...{ brandId, window: windowOf(365), company: null, items: [], page: 1, limit: 20, after: null },
    parts: new Set(pageParts),
    ...special,
  };
}

const filters: Readonly<Record<string, Special>> = {
  'no filter': {},
  'one model': { model: 'gemini' },
  'one tag': { tags: [commonTag] },
  'tag and model': { tags: [commonTag], model: 'gemini' },
};

const ourOwn: Readonly<Record<string, Special>> = {
  'Europe/Berlin': { timeZone: 'Europe/Berlin' },
  'sums only': { parts: ['sums'] },
};

/** What all contestants answer. */
export function commonQuestions(brandId: string): readonly BenchQuestion[] {
  return listed(brandId, filters);
}

/** What only raw rows and tiles answer. */
export function ownQuestions(brandId: string): readonly BenchQuestion[] {
  return listed(brandId, ourOwn);
}

function listed(brandId: string, specials: Readonly<Record<string, Special>>): readonly BenchQuestion[] {
  return Object.entries(specials).flatMap(([name, special]) =>
    windowDays.map((days) => ({ name, days, ask: question(brandId, days, special) })),
  );
}
