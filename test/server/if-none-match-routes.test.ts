// `If-None-Match: *` on every tagged route of REST: 304 where there is an answer, and otherwise the refusal that there is without it.

import { describe, expect, it } from 'vitest';
import { type Route, routes } from '../../src/server/rest/routes.js';
import { restWays } from '../support/isolation/walk.js';
import { type Ids, nowhere } from '../support/isolation/world.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand: brandId, prompts } = smallWorldIds;
const ids: Ids = { brandId, promptId: prompts.best, runId: '0c9d0000-0000-4000-8000-000000000000' };

const { app } = await sharedApp((db) => recordAll(db, smallWorld()));

const tagged = routes.filter(({ isUntagged }) => !isUntagged);
const ways = restWays();

/** The way to a route with the parameters that it requires alone. */
function wayTo({ path }: Route) {
  const way = ways.find(({ name }) => name.startsWith(`${path}?`));
  if (!way) throw new Error(`Nobody has said how to walk ${path}.`);
  return way;
}

/** A value of each parameter that is refused wherever it is taken. Any text is a tag, a company or a domain. */
const wrong: Readonly<Record<string, string>> = {
  ...{ start: 'x', end: 'y', date: '2026-02-30', timeZone: 'Mars', bucket: 'year', compare: 'next', by: 'tag,tag' },
  ...{ model: 'gpt-0', webSearch: 'perhaps', branded: 'perhaps', prompts: 'best', search: '\0', kinds: 'colour' },
  ...{ outcome: 'lost', sentiment: 'glad', category: 'own,mine', presence: 'here', level: '1', minRuns: '0' },
  ...{ page: '0', limit: '0', after: 'x', orderBy: 'colour', direction: 'up' },
};

/** Requests to a route that are refused, and with what. */
function refusalsOf(route: Route): readonly (readonly [string, 400 | 404])[] {
  const { ask, takes } = wayTo(route);
  const [path = '', given] = ask(ids).split('?');
  const withThe = (name: string, value: string | null) => {
    const search = new URLSearchParams(given);
    if (value === null) search.delete(name);
    else search.set(name, value);
    return [`${path}?${search}`, 400] as const;
  };
  const names = (route.parameters ?? []).map(({ name }) => name);
  return [
    withThe('zzz', '1'),
    ...[...new URLSearchParams(given).keys()].map((name) => withThe(name, null)),
    ...names.flatMap((name) => (wrong[name] === undefined ? [] : [withThe(name, wrong[name])])),
    ...takes.map((name) => [ask({ ...ids, [name]: nowhere[name] }), 404] as const),
    ...takes.flatMap((name) => (name === 'brandId' ? [] : [[ask({ ...ids, [name]: 'best' }), 400] as const])),
    ...(takes.includes('runId') ? [[ask({ ...ids, promptId: prompts.cheap }), 404] as const] : []),
  ];
}

const ask = (method: string, path: string, headers: Record<string, string> = {}) => app.send(path, { method, headers });
const withAsterisk = (method: string, path: string) => ask(method, path, { 'if-none-match': '*' });

describe.each(['GET', 'HEAD'])('%s with If-None-Match: *', (method) => {
  it.each(tagged.map((route) => wayTo(route).ask(ids)))('is 304 where %s is answered', async (path) => {
    const plain = await ask(method, path);
    expect(plain.status).toBe(200);
    const { status, text, headers } = await withAsterisk(method, path);
    expect([status, text, headers.get('etag')]).toEqual([304, '', plain.headers.get('etag')]);
    expect((await ask(method, path, { 'if-none-match': '"x"' })).status).toBe(200);
  });
});

const refusals = tagged.flatMap(refusalsOf);

it.each([
  ...refusals.map((each) => ['GET', ...each] as const),
  ...refusals.slice(0, 1).map((each) => ['HEAD', ...each] as const),
])('%s %s with If-None-Match: * is refused as without it, with %i', async (method, path, expected) => {
  const { status, headers, text } = await withAsterisk(method, path);
  expect(status).toBe(expected);
  expect(headers.get('etag')).toBeNull();
  expect(text).toBe((await ask(method, path)).text);
});
