// Kinds of documents whose time is compared with their cost: each root field and part of an answer, as often as the limit lets through.

import { dayMs, quarterMs } from '../../src/domain/limits.js';

/** A document of a kind with so many aliases. */
export type KindOf = (aliases: number) => string;

export interface Subject {
  readonly brandId: string;
  readonly promptId: string;
  /** Where windows end, in epoch milliseconds. */
  readonly end: number;
}

const parts: Readonly<Record<string, string>> = {
  visibility: 'visibility { current runs interval { low high } }',
  'daily visibility': 'visibility { series { date visibility interval { low high } } }',
  'daily sentiment': 'sentiment { series { date positive negative } }',
  entries: 'shareOfVoice { entries { name mentions prompts share position { average } } }',
  'daily share': 'shareOfVoice { series { date share } }',
  certainty: 'visibility { robustInterval { low high } } shareOfVoice { robustInterval { low high } }',
  'certainty of entries': 'shareOfVoice { entries { name robustInterval { low high designEffect effectiveRuns } } }',
  change: 'change { visibility { difference low high } shareOfVoice { difference low high } }',
  'series of entries': 'shareOfVoice { entries { name series { date mentions share } } }',
  'entries of models': 'models { model entries { name mentions prompts share } }',
  models: 'models { model runs visibility citations sentiment { positive } }',
  totals: 'totals { runs prompts citations uniqueDomains uniqueUrls }',
  previous: 'totals { runs uniqueUrls } previous { totals { runs uniqueUrls } }',
  'prompt performance': 'promptPerformance(limit: 100) { data { prompt visibility } }',
  'prompts by change': 'promptPerformance(limit: 100, orderBy: CHANGE) { data { prompt change } pagination { total } }',
  'cited domains': 'citedDomains(limit: 100) { data { domain citations } }',
  'domains with everything':
    'citedDomains(limit: 100) { data { domain category citations share coverage prompts urls previous { citations } isNew } pagination { total } }',
  'cited urls': 'citedUrls(limit: 100) { data { url citations } }',
  'urls with prompts': 'citedUrls(limit: 100) { data { url prompts } }',
  'urls by prompts': 'citedUrls(limit: 100, orderBy: PROMPTS) { data { url prompts } }',
  'urls with a search': 'citedUrls(limit: 100, search: "page") { data { url } pagination { total } }',
  'urls of gaps': 'citedUrls(limit: 100, outcome: GAP) { data { url citations } }',
  queries: 'queryFanout(limit: 100) { summary { coverage } data { query runs } }',
  'queries with everything':
    'queryFanout(limit: 100) { data { query runs prompts models previous { runs } isNew } pagination { total } }',
};

const lengths: readonly number[] = [1, 30, 384];

/** All kinds that are asked of the ordinary brand, by name. */
export function kindsOf(subject: Subject): ReadonlyMap<string, KindOf> {
  const analytics = Object.entries(parts).flatMap(([name, part]) =>
    lengths.map((days): [string, KindOf] => [
      `${name}, ${days} days`,
      (aliases) => analyticsOf(subject, { days, part, aliases }),
    ]),
  );
  return new Map([...analytics, ...otherKinds(subject)]);
}

interface Wish {
  readonly days: number;
  readonly part: string;
  readonly aliases: number;
}

/** No two aliases have the same window, so that none is read for another. */
function analyticsOf({ brandId, end }: Subject, { days, part, aliases }: Wish): string {
  return each(aliases, (at) => {
    const last = end - at * quarterMs;
    return `brandAnalytics(brandId: "${brandId}", ${windowOf(last - days * dayMs, last)}) { ${part} }`;
  });
}

function otherKinds({ brandId, promptId, end }: Subject): readonly [string, KindOf][] {
  const window = windowOf(end - 384 * dayMs, end);
  const runs = (fields: string): KindOf => {
    return (aliases) =>
      each(
        aliases,
        (at) => `promptRuns(promptId: "${promptId}", ${window}, limit: 100, page: ${at + 1}) { data { ${fields} } }`,
      );
  };
  const run = 'id model createdAt competitorsMentioned';
  return [
    ['runs', runs(run)],
    ['assessments', runs('assessments { brand { sentiment position } competitors { name assessment { sentiment } } }')],
    ['answer texts', runs('answer { text }')],
    ['citations', runs('citations { url domain title }')],
    [
      'snapshots',
      (aliases) =>
        each(
          aliases,
          (at) =>
            `promptSnapshot(promptId: "${promptId}", date: "${dateOf(end - at * dayMs)}") { runs visibility competitors { name mentions } totals { uniqueUrls } }`,
        ),
    ],
    [
      'analytics of prompts',
      (aliases) =>
        each(
          aliases,
          (at) =>
            `prompt(promptId: "${promptId}") { analytics(${windowOf(end - 90 * dayMs - at * quarterMs, end - at * quarterMs)}) { visibility { current } totals { citations } } }`,
        ),
    ],
    ['competitors', (aliases) => each(aliases, () => `brand(id: "${brandId}") { competitors { name } }`)],
    [
      'prompts',
      (aliases) =>
        each(
          aliases,
          (at) => `brand(id: "${brandId}") { prompts(search: "${at % 10}", limit: 100) { data { text tags } } }`,
        ),
    ],
    ['model list', (aliases) => each(aliases, () => 'models { id label }')],
    ['brands', (aliases) => each(aliases, () => 'brands { id name runs tags }')],
  ];
}

export function each(aliases: number, field: (at: number) => string): string {
  return `{ ${Array.from({ length: aliases }, (_, at) => `a${at}: ${field(at)}`).join(' ')} }`;
}

export function windowOf(start: number, end: number): string {
  return `start: "${new Date(start).toISOString()}", end: "${new Date(end).toISOString()}"`;
}

function dateOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
