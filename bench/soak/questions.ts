// The mixed traffic of the soak: random questions, each with what the plain definition answers where nothing that it is about can change.

import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { brandAnalytics } from '../../test/support/naive/analytics.js';
import * as naive from '../../test/support/naive/answers.js';
import type { NaiveWorld } from '../../test/support/naive/world.js';
import * as documents from '../../test/support/reader-documents.js';
import type { Random } from '../world.js';
import { type BrandId, brands, firstInstant, models, promptId, promptOfRun, quietUntil, runId, tags } from './world.js';

export interface Asked {
  readonly operation: string;
  /** A path under /api/v1, or a GraphQL request. */
  readonly path?: string;
  readonly graphql?: { readonly query: string; readonly variables: object };
  /** The body that must come, or for GraphQL its first field; absent: only that it is an answer is known. */
  readonly expected?: (world: NaiveWorld) => unknown;
  /** Asked again with the entity tag that came: it must still hold. */
  readonly again?: boolean;
}

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'];

/** What to ask next. `isFinal`: nothing changes any more, so every window may be checked. */
export function nextQuestion(random: Random, seeded: number, isFinal = false): Asked {
  const ask = kinds[random.place(shares)] ?? analytics;
  return ask({ random, seeded, isFinal });
}

interface Chance {
  readonly random: Random;
  readonly seeded: number;
  readonly isFinal: boolean;
}

const one = <T>(random: Random, values: readonly T[]): T => values[random.word() % values.length] as T; // safe because no list here is empty
const perhaps = <T>(random: Random, share: number, value: T) => (random.next() < share ? value : undefined);

/** A window within which nothing changes, from hours to all of it. */
function windowOf({ random, isFinal }: Chance) {
  const quarters = Math.floor(((isFinal ? 120 : 59) * dayMs) / quarterMs);
  const length = 1 + Math.floor(quarters ** random.next());
  const from = Math.floor(random.next() * Math.max(1, quarters - length));
  const instant = (quarter: number) =>
    new Date(firstInstant + quarter * quarterMs + (random.word() % quarterMs)).toISOString();
  return { start: instant(from), end: instant(Math.min(from + length, quarters - 1)) };
}

function brandOf({ random }: Chance): BrandId {
  return one(random, brands);
}

function pathOf(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function analyticsQuestion(chance: Chance) {
  const { random } = chance;
  const filters = {
    model: perhaps(random, 0.3, one(random, models)),
    timeZone: perhaps(random, 0.3, one(random, zones)),
  };
  const window = windowOf(chance);
  // A window whose ends fall into one quarter hour is refused.
  const end =
    Date.parse(window.end) - Date.parse(window.start) < 1_800_000
      ? Date.parse(window.start) + 3_600_000
      : Date.parse(window.end);
  return {
    brandId: brandOf(chance),
    start: window.start,
    end: new Date(end).toISOString(),
    ...filters,
    tags: perhaps(random, 0.3, [one(random, tags)]),
  };
}

function analytics(chance: Chance): Asked {
  const { brandId, ...rest } = analyticsQuestion(chance);
  const path = pathOf(`/brands/${brandId}/analytics`, rest);
  return { operation: 'REST analytics', path, expected: (world) => brandAnalytics(world, { brandId, ...rest }) };
}

function unchanged(chance: Chance): Asked {
  const { brandId: _, ...rest } = analyticsQuestion(chance);
  return { operation: 'REST 304', path: pathOf('/brands/still/analytics', rest), again: true };
}

/** Queries of the live brand while it is being recorded; its figures are compared with the raw rows separately. */
function now({ random }: Chance): Asked {
  const days = 1 + (random.word() % 120);
  const [start, end] = [new Date(quietUntil), new Date(quietUntil + days * dayMs)].map((each) => each.toISOString());
  return { operation: 'REST analytics, live', path: pathOf('/brands/live/analytics', { start, end }) };
}

function graphqlAnalytics(chance: Chance): Asked {
  const question = analyticsQuestion(chance);
  const graphql = { query: documents.analytics, variables: question };
  return { operation: 'GraphQL analytics', graphql, expected: (world) => brandAnalytics(world, question) };
}

function wide(chance: Chance): Asked {
  const { start, end } = analyticsQuestion(chance);
  const part = (brand: BrandId) =>
    `brandAnalytics(brandId: "${brand}", start: $start, end: $end) { visibility { current interval { low high } } citedUrls { data { url citations prompts } } previous { totals { runs uniqueUrls } } }`;
  const query = `query ($start: DateTime!, $end: DateTime!) { a: ${part('still')} b: ${part('live')} brands { id runs tags } }`;
  return { operation: 'GraphQL, several', graphql: { query, variables: { start, end } } };
}

function pages(chance: Chance): Asked {
  const { random } = chance;
  const { start, end, model } = analyticsQuestion(chance);
  const question = {
    promptId: promptId(brandOf(chance), random.word()),
    start,
    end,
    model,
    page: 1 + (random.word() % 5),
    limit: one(random, [5, 20, 100]),
  };
  const { promptId: id, ...rest } = question;
  return {
    operation: 'REST runs',
    path: pathOf(`/prompts/${id}/runs`, rest),
    expected: (world) => naive.promptRuns(world, question),
  };
}

function run(chance: Chance): Asked {
  const { random, seeded } = chance;
  // The first half of the seed lies well within what is quiet.
  const [brand, number] = [brandOf(chance), random.word() % Math.floor(seeded / 2)];
  const [id, prompt] = [runId(brand, number), promptOfRun(brand, number)];
  return {
    operation: 'REST run',
    path: `/prompts/${prompt}/runs/${id}`,
    expected: (world) => naive.promptRun(world, prompt, id),
  };
}

function snapshot(chance: Chance): Asked {
  const { random } = chance;
  const date = new Date(firstInstant + (1 + (random.word() % 57)) * dayMs).toISOString().slice(0, 10);
  const question = {
    promptId: promptId(brandOf(chance), random.word()),
    date,
    timeZone: perhaps(random, 0.5, one(random, zones)),
  };
  const { promptId: id, ...rest } = question;
  return {
    operation: 'REST snapshot',
    path: pathOf(`/prompts/${id}/snapshot`, rest),
    expected: (world) => naive.promptSnapshot(world, question),
  };
}

function discovery({ random }: Chance): Asked {
  return {
    operation: 'REST discovery',
    path: one(random, ['/brands', '/brands/live', '/brands/still/prompts?limit=5&tags=crm', '/models', '/me']),
  };
}

const kinds = [analytics, graphqlAnalytics, pages, unchanged, now, wide, run, snapshot, discovery];
const shares = [0.25, 0.15, 0.15, 0.1, 0.1, 0.05, 0.08, 0.06, 0.06];
