// What the pages beside the overview ask.

import { type Document, declared, declaredAnswers, declaredRuns, documentsOf, give } from '../data/document.js';
import type { RunArguments } from '../data/view.js';
import type { AnswerQuery, Documents } from './generated/pages.js';

const { question, analytics } = documentsOf<Documents>();

export const promptListDocument = analytics('PromptList', declared, {
  also: '$page: Int!, $order: PromptOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!',
})`
  totals { runs prompts }
  promptPerformance(page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome) {
    data {
      promptId prompt tags runs brandMentions visibility change
      position { average positions }
      leader { name mentions }
      previous { runs visibility }
    }
    pagination { page limit total }
  }
`;

export const promptDocument = question('Prompt', '$promptId: ID!')`prompt(promptId: $promptId) { text tags }`;

/** Every company over the window. */
export const standingsDocument = analytics('Standings', declared)`
  totals { runs }
  breakdown(by: [COMPANY], orderBy: MENTIONS, limit: 1000) {
    data { key { company } change { difference low high isSignificant prompts } }
  }
  shareOfVoice {
    allMentions
    entries {
      name isBrand mentions prompts share robustInterval { low high }
      sentiment { positive neutral negative mixed positiveShare } position { average positions }
    }
  }
`;

/** The mentions of every company over time, and the answers that they are of. */
export const companyTrendDocument = analytics('CompanyTrend', `${declaredRuns}, $timeZone: TimeZone`, {
  also: '$bucket: Bucket!',
})`
  visibility { series(bucket: $bucket) { date runs } }
  shareOfVoice { entries { name isBrand series(bucket: $bucket) { mentions share } } }
`;

/** Of many groups the first, in which companies that are seldom named may not be: `recent` has prompts of these. */
export const competitorDocument = question('Competitor', `${declaredRuns}, $company: String!`)`
  brandAnalytics(${give(declaredRuns)}) {
    totals { runs }
    prompts: breakdown(by: [PROMPT, COMPANY], orderBy: MENTIONS, limit: 1000) {
      data { key { promptId prompt company } } pagination { limit total }
    }
    sources: citedDomains(outcome: GAP, orderBy: RUNS, limit: 20) { data { domain } }
    searches: queryFanout(orderBy: RUNS, limit: 20) { data { query } }
  }
  named: brandRuns(${give(declaredRuns)}, company: $company, limit: 1) { total }
  both: brandRuns(${give(declaredRuns)}, company: $company, outcome: MENTIONED, limit: 1) { total }
  recent: brandRuns(${give(declaredRuns)}, company: $company, outcome: GAP, limit: 100) { data { promptId prompt { text } } }
`;

/** What the answers of one place are of: a prompt, a model, a source or a query. */
export interface Place {
  readonly filter?: RunArguments['filter'];
  readonly domain?: string;
  readonly query?: string;
}

export type Counts = Readonly<Record<string, { readonly total: number }>>;
type CountVariables = RunArguments & { readonly company: string } & Readonly<Record<string, unknown>>;

/** The answers that name a company and not the brand: `all`, and those of each of so many places, `c0`, `c1` and so on. */
export function documentOfCounts(count: number): Document<Counts, CountVariables> {
  const places = Array.from({ length: count }, (_, index) => index);
  const declaredOf = places.map((index) => `, $f${index}: RunFilter, $d${index}: String, $q${index}: String`).join('');
  const runs =
    'brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags, company: $company, outcome: GAP';
  const counts = places.map(
    (index) =>
      `c${index}: brandRuns(${runs}, filter: $f${index}, domain: $d${index}, query: $q${index}, limit: 1) { total }`,
  );
  return `query Counts(${declaredRuns}, $company: String!${declaredOf}) { all: brandRuns(${runs}, filter: $filter, limit: 1) { total } ${counts.join(' ')} }`;
}

/** The variables of these places. */
export function countsOf(runs: RunArguments, company: string, places: readonly Place[]): CountVariables {
  const named = places.flatMap(({ filter: own, domain, query }, index) => [
    [`f${index}`, { ...runs.filter, ...own }],
    [`d${index}`, domain],
    [`q${index}`, query],
  ]);
  return { ...runs, company, ...Object.fromEntries(named) };
}

export const breakdownDocument = analytics('Breakdown', `${declared}, $timeZone: TimeZone`, {
  also: '$by: [Dimension!]!, $order: BreakdownOrder!, $direction: SortDirection!, $page: Int!, $limit: Int!',
})`
  breakdown(by: $by, orderBy: $order, direction: $direction, page: $page, limit: $limit) {
    data {
      key { promptId prompt tag model provider webSearch market branded company date }
      runs mentions prompts visibility share
      position { average }
      sentiment { positiveShare }
      interval { low high }
      robustInterval { low high }
      previous { runs visibility }
      change { difference low high isSignificant prompts }
    }
    pagination { page limit total }
  }
`;

/** `own`: what the sources of a list are by themselves. */
const sourceList = <Name extends 'DomainList' | 'UrlList'>(name: Name, field: string, own: string) =>
  analytics(name, declared, {
    also: `$page: Int!, $order: SourceOrder!, $direction: SortDirection!, $search: String, $outcome: Outcome!,
      $category: [SourceCategory!], $presence: Presence!`,
  })`
    previous { totals { runs citations } }
    sources: ${field}(
      page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, outcome: $outcome, category: $category,
      presence: $presence
    ) {
      data { ${own} category company citations share runs coverage prompts isNew previous { citations } }
      pagination { page limit total }
    }
  `;

export const domainListDocument = sourceList('DomainList', 'citedDomains', 'domain urls');
export const urlListDocument = sourceList('UrlList', 'citedUrls', 'url title domain');

export const searchListDocument = analytics('SearchList', declared, {
  also: '$page: Int!, $order: QueryOrder!, $direction: SortDirection!, $search: String, $presence: Presence!',
})`
  previous { totals { runs } }
  queryFanout(
    page: $page, limit: 20, orderBy: $order, direction: $direction, search: $search, presence: $presence
  ) {
    summary { runs searchedRuns coverage queries uniqueQueries averagePerRun }
    data { query runs prompts models brandMentions visibility isNew previous { runs } }
    pagination { page limit total }
  }
`;

export const answersDocument = question('Answers', `${declaredAnswers}, $limit: Int!, $after: String`)`
  answers: brandRuns(${give(declaredAnswers)}, limit: $limit, after: $after) {
    data {
      id promptId model createdAt brandMentioned competitorsMentioned citationCount
      prompt { text }
      assessments { brand { sentiment position } }
      answer { text }
    }
    total nextCursor
  }
`;

/** Domains and queries that are offered, of which there may be more. */
export const maxOffered = 100;

/** What answers can be selected by: the companies that they name, what they cite and search for, most often first. */
export const choicesDocument = analytics('Choices', declaredRuns)`
  shareOfVoice { entries { name mentions } }
  citedDomains(orderBy: RUNS, limit: ${maxOffered}) { data { domain } }
  queryFanout(orderBy: RUNS, limit: ${maxOffered}) { data { query } }
`;

const facts = 'fragment Facts on Assessment { mentioned probability reason sentiment position mentionCount }';

export const answerDocument = question('Answer', '$promptId: ID!, $runId: ID!', facts)`
  prompt(promptId: $promptId) { text tags }
  promptRun(promptId: $promptId, runId: $runId) {
    id brandId model provider market webSearchEnabled createdAt brandMentioned competitorsMentioned webQueries
    assessments { brand { ...Facts } competitors { name assessment { ...Facts } } }
    answer { text }
    citations { index url domain title }
  }
`;

/** The answer, whole. */
export type WholeAnswer = AnswerQuery['promptRun'];

/** The answers of a model to a prompt up to an instant, newest first: this one, and the one before. */
export const answerBeforeDocument = question(
  'AnswerBefore',
  '$promptId: ID!, $start: DateTime!, $end: DateTime!, $model: ID!, $filter: RunFilter!, $limit: Int!',
)`
  promptRuns(promptId: $promptId, start: $start, end: $end, model: $model, filter: $filter, limit: $limit) {
    data {
      id market createdAt brandMentioned competitorsMentioned
      assessments { brand { sentiment position } }
      citations { domain }
    }
  }
`;

/** The answers of a list. */
export const answersBesideDocument = question('AnswersBeside', declaredAnswers)`
  brandRuns(${give(declaredAnswers)}, limit: 100) { data { id promptId } }
`;
