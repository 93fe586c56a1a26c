// The address of a long list over REST.

import type { ListKind, ListQuestion } from '../naive/lists/lists.js';
import { filterParameters } from '../random/filters.js';

const segments: Readonly<Record<ListKind, string>> = {
  prompts: 'prompt-performance',
  domains: 'citations/domains',
  urls: 'citations/urls',
  queries: 'query-fanout',
};

/** Path and query string; parameters that a question does not give are left out. */
export function listPath({ kind, brandId, tags, filter, category, ...rest }: ListQuestion): string {
  const given = Object.entries({
    ...rest,
    tags: tags?.join(','),
    category: category?.join(','),
    ...filterParameters(filter),
  });
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  );
  return `/api/v1/brands/${encodeURIComponent(brandId)}/${segments[kind]}?${query}`;
}
