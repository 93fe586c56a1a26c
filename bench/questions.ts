// The queries of every contestant: windows of four lengths, not aligned to days, with each filter.

import { quarterMs } from '../src/domain/limits.js';
import { noFilter } from '../src/domain/selection/run-filter.js';
import type { Ask, Part } from '../src/domain/summary.js';
import { commonTag, dayMs, endInstant } from './world.js';

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

export function question(brandId: string, days: number, special: Special = {}): Ask {
  const { model = null, tags = [], timeZone = 'UTC', parts = everyPart, end = windowEnd } = special;
  const window = { start: end - days * dayMs, end };
  const asked = {
    brandId,
    window,
    model,
    tags,
    filter: noFilter,
    promptId: null,
    outcome: 'all' as const,
    series: { timeZone: timeZone ?? 'UTC', maxDays: 3_660 },
  };
  return { question: asked, parts: new Set(parts) };
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
