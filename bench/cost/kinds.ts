// Kinds of documents whose time is compared with their cost: each root field and part of an answer, as often as the limit lets through.

import { dayMs, quarterMs } from '../../src/domain/limits.js';

/** The field of a kind that stands under each alias of a document, by the number of the alias. */
export type KindOf = (at: number) => string;

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
    lengths.map((days) => [`${name}, ${days} days`, analyticsOf(subject, days, part)] as const),
  );
  return new Map([...analytics, ...otherKinds(subject)]);
}

/** No two aliases have the same window, so that none is read for another. */
export function analyticsOf({ brandId, end }: Omit<Subject, 'promptId'>, days: number, part: string): KindOf {
  return (at) => `brandAnalytics(brandId: "${brandId}", ${windowOf(end - at * quarterMs, days)}) { ${part} }`;
}

function otherKinds({ brandId, promptId, end }: Subject): readonly (readonly [string, KindOf])[] {
  const runs = (fields: string): KindOf => {
    return (at) =>
      `promptRuns(promptId: "${promptId}", ${windowOf(end, 384)}, limit: 100, page: ${at + 1}) { data { ${fields} } }`;
  };
  const dateOf = (at: number) => new Date(end - at * dayMs).toISOString().slice(0, 10);
  return [
    ['runs', runs('id model createdAt competitorsMentioned')],
    ['assessments', runs('assessments { brand { sentiment position } competitors { name assessment { sentiment } } }')],
    ['answer texts', runs('answer { text }')],
    ['citations', runs('citations { url domain title }')],
    [
      'snapshots',
      (at) =>
        `promptSnapshot(promptId: "${promptId}", date: "${dateOf(at)}") { runs visibility competitors { name mentions } totals { uniqueUrls } }`,
    ],
    [
      'analytics of prompts',
      (at) =>
        `prompt(promptId: "${promptId}") { analytics(${windowOf(end - at * quarterMs, 90)}) { visibility { current } totals { citations } } }`,
    ],
    ['competitors', () => `brand(id: "${brandId}") { competitors { name } }`],
    ['prompts', (at) => `brand(id: "${brandId}") { prompts(search: "${at % 10}", limit: 100) { data { text tags } } }`],
    ['model list', () => 'models { id label }'],
    ['brands', () => 'brands { id name runs tags }'],
  ];
}

/** A document of a kind with so many aliases. */
export function documentOf(kind: KindOf, aliases: number): string {
  return `{ ${Array.from({ length: aliases }, (_, at) => `a${at}: ${kind(at)}`).join(' ')} }`;
}

/** So many days up to `end`. */
export function windowOf(end: number, days: number): string {
  return `start: "${new Date(end - days * dayMs).toISOString()}", end: "${new Date(end).toISOString()}"`;
}
