// What the page of one competitor asks: how many answers name it, with the brand and without, and which prompts, sources and queries those without
// may be of.

import { type Document, declaredRuns, givenRuns, typed } from '../data/document.js';
import type { RunArguments } from '../data/view.js';
import type { CompetitorQuery, CompetitorQueryVariables } from './generated/competitor.js';

/** Of many groups the first, in which companies that are seldom named may not be: `recent` has prompts of these. */
export const competitorDocument = typed<CompetitorQuery, CompetitorQueryVariables>(`
query Competitor(${declaredRuns}, $company: String!) {
  brandAnalytics(${givenRuns}) {
    totals { runs }
    prompts: breakdown(by: [PROMPT, COMPANY], orderBy: MENTIONS, limit: 1000) {
      data { key { promptId prompt company } } pagination { limit total }
    }
    sources: citedDomains(outcome: GAP, orderBy: RUNS, limit: 20) { data { domain } }
    searches: queryFanout(orderBy: RUNS, limit: 20) { data { query } }
  }
  named: brandRuns(${givenRuns}, company: $company, limit: 1) { total }
  both: brandRuns(${givenRuns}, company: $company, outcome: MENTIONED, limit: 1) { total }
  recent: brandRuns(${givenRuns}, company: $company, outcome: GAP, limit: 100) { data { promptId prompt { text } } }
}`);

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
  return typed<Counts, CountVariables>(
    `query Counts(${declaredRuns}, $company: String!${declaredOf}) { all: brandRuns(${runs}, filter: $filter, limit: 1) { total } ${counts.join(' ')} }`,
  );
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
