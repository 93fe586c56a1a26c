// The requests of the benchmarks over HTTP. Windows of 90 days, as many different ones as are needed.

import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { schema } from '../../src/schema/index.js';
import { routes } from '../../src/server/rest/routes.js';
import { documentOf } from '../../src/server/rest/shape.js';
import { windowEnd, writtenWindow } from '../questions.js';
import type { Load } from './load.js';
import { adminKey } from './processes.js';

const [brandAnalytics, promptRuns] = ['/brands/:brandId/analytics', '/prompts/:promptId/runs'].map((path) => {
  const route = routes.find((each) => each.path.endsWith(path));
  if (!route) throw new Error(`There is no route ${path}.`);
  return documentOf(schema, route);
}) as [string, string]; // safe because each path has a document

export type Request = Load['requests'][number];

/** A request by the number of its window. No two numbers have the same window. */
export type Kind = (number: number) => Request;

/** Windows that end at different quarter hours; further ones are a quarter hour longer. */
const ends = 20_000;

export function kindsOf(brandId: string, promptId: string): Readonly<Record<string, Kind>> {
  return {
    'REST analytics': (number) => get(`brands/${brandId}/analytics`, windowOf(number)),
    'GraphQL analytics': (number) => graphql(brandAnalytics, { brandId, ...windowOf(number) }),
    'GraphQL analytics, by GET': (number) => graphqlByGet(brandAnalytics, { brandId, ...windowOf(number) }),
    'REST runs': (number) => get(`prompts/${promptId}/runs`, windowOf(number)),
    'GraphQL runs': (number) => graphql(promptRuns, { promptId, ...windowOf(number) }),
  };
}

/** Windows that no request had before. */
export class FreshWindows {
  private next = 1;

  take(kind: Kind, count: number): readonly Request[] {
    const first = this.next;
    this.next += count;
    return Array.from({ length: count }, (_, at) => kind(first + at));
  }
}

function windowOf(number: number) {
  const end = windowEnd - (number % ends) * quarterMs;
  return writtenWindow({ start: end - 90 * dayMs - Math.floor(number / ends) * quarterMs, end });
}

const headers = { authorization: `Bearer ${adminKey}` };

export function get(path: string, query: Readonly<Record<string, string>> = {}): Request {
  return { method: 'GET', path: `/api/v1/${path}?${new URLSearchParams(query)}`, headers };
}

export function graphql(query: string, variables: object): Request {
  const body = JSON.stringify({ query, variables });
  return { method: 'POST', path: '/graphql', headers: { ...headers, 'content-type': 'application/json' }, body };
}

function graphqlByGet(query: string, variables: object): Request {
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  return { method: 'GET', path: `/graphql?${parameters}`, headers };
}

export function conditional(request: Request, tag: string): Request {
  return { ...request, headers: { ...request.headers, 'if-none-match': tag } };
}
