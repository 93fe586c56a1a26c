// The ways to name a window, over REST and GraphQL, by a clock that is given: what each comes to, and how long an answer to "the last days" holds.

import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const { db } = await sharedApp((opened) => recordAll(opened, smallWorld()));
let now = '2026-03-05T22:30:00Z';
const app = await testApp(db, {}, { clock: () => new Date(now) });

const [ofBrand, ofPrompt] = [`/api/v1/brands/${brand}`, `/api/v1/prompts/${prompts.best}`];
const lists = ['prompt-performance', 'citations/domains', 'citations/urls', 'query-fanout'].map(
  (list) => `${ofBrand}/${list}`,
);
/** Every path that takes a window. */
const paths = [`${ofBrand}/analytics`, `${ofBrand}/runs`, ...lists, `${ofPrompt}/analytics`, `${ofPrompt}/runs`];

const queryOf = (parameters: Readonly<Record<string, string>>) => String(new URLSearchParams(parameters));
/** The same days of Tokyo, each way. */
const timeZone = 'Asia/Tokyo';
const instants = { start: '2026-02-28T15:00:00Z', end: '2026-03-06T15:00:00Z' };
const days = { from: '2026-03-01', to: '2026-03-06', timeZone };
const lastDays = { last: '6d', timeZone };

const written = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

/** A document with every field that takes a window, named by `values`. */
function everyField(values: object): string {
  const args = written(values);
  const [figures, page] = ['range { start end } totals { runs }', 'range { start end } data { id } '];
  return `{
    brandAnalytics(brandId: "${brand}", ${args}) { ${figures} change { visibility { difference } } }
    brandRuns(brandId: "${brand}", ${args}) { ${page} total }
    promptRuns(promptId: "${prompts.best}", ${args}) { ${page} pagination { total } }
    brand(id: "${brand}") { analytics(${args}) { ${figures} } }
    prompt(promptId: "${prompts.best}") { analytics(${args}) { ${figures} } runs(${args}) { ${page} } }
  }`;
}

describe('a window by days', () => {
  it.each(paths)('of %s is that of its instants', async (path) => {
    now = '2026-03-05T22:30:00Z';
    const zone = path.endsWith('analytics') ? { timeZone } : {};
    const expected = await app.get(`${path}?${queryOf({ ...instants, ...zone })}`);
    expect(expected.status).toBe(200);
    if (expected.body.range) expect(expected.body.range.end).toBe('2026-03-06T15:00:00.000Z');
    for (const way of [days, lastDays]) expect((await app.get(`${path}?${queryOf(way)}`)).text).toBe(expected.text);
  });

  it('is that of its instants over GraphQL, wherever a window is taken', async () => {
    now = '2026-03-05T22:30:00Z';
    const { body } = await app.graphql(everyField(instants));
    expect(body.data.promptRuns.range).toEqual({ start: '2026-02-28T15:00:00.000Z', end: '2026-03-06T15:00:00.000Z' });
    for (const way of [days, lastDays]) {
      const { data, errors } = (await app.graphql(everyField(way))).body;
      expect([errors, data]).toEqual([undefined, body.data]);
    }
  });

  it('is as long before and a year ago, in its time zone', async () => {
    const call = `brandAnalytics(brandId: "${brand}", ${written(lastDays)}`;
    const { body } = await app.graphql(
      `{ a: ${call}) { previous { range { start } } } b: ${call}, compare: YEAR) { previous { range { start end } } } }`,
    );
    expect(body.data.a.previous.range.start).toBe('2026-02-22T15:00:00.000Z');
    const range = { start: '2025-02-28T15:00:00.000Z', end: '2025-03-06T15:00:00.000Z' };
    expect(body.data.b.previous.range).toEqual(range);
  });
});

describe('a window by days over MCP', () => {
  const given = { brandId: brand, last: '7d', timeZone: 'Asia/Kathmandu' };

  it.each([{ compare: 'previous' }, { compare: 'year' }])('has the change that REST has, with %j', async (compared) => {
    now = '2026-03-05T22:30:00Z';
    const { brandId: _, ...parameters } = { ...given, ...compared };
    const { body } = await app.get(`${ofBrand}/analytics?${queryOf(parameters)}`);
    const { result } = await app.tool('get_change', { ...given, ...compared });
    const { range, change } = body;
    expect(range).toEqual({ start: '2026-02-27T18:15:00.000Z', end: '2026-03-06T18:15:00.000Z' });
    expect(result.structuredContent).toMatchObject({ range, change });
  });

  it('is in a time zone, whichever tool takes one', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const { text } = await app.send('/mcp', { method: 'POST', headers, body });
    const { tools } = JSON.parse(text.replace(/^event: message\ndata: /, '')).result;
    const byDays = tools.filter(({ inputSchema }: Tool) => 'last' in inputSchema.properties);
    expect(byDays.length).toBeGreaterThan(10);
    for (const { name, inputSchema } of byDays)
      expect([name, Object.keys(inputSchema.properties)]).toEqual([
        name,
        expect.arrayContaining(['from', 'to', 'timeZone']),
      ]);
  });
});

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> };
}

const refused: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
  [{}, ['start is required: give start and end, from and to, or last.', 'end is required']],
  [{ start: '', end: '', last: '' }, ['start is required: give start and end, from and to, or last.']],
  [{ ...instants, last: '7d' }, ['start is given beside last: give either start and end, from and to, or last.']],
  [{ from: '2026-03-01', end: instants.end }, ['end is given beside from: give either']],
  [{ to: '2026-03-01', last: '7d' }, ['to is given beside last: give either']],
  [{ ...instants, from: '2026-03-01', last: '7d' }, ['start is given beside from and last']],
  [{ start: instants.start }, ['end is required: give an RFC 3339 date-time']],
  [{ from: '2026-03-01' }, ['to is required: give a calendar day']],
  [{ from: '2026-03-02', to: '2026-03-01' }, ['from is after to']],
  [{ last: '1 week' }, ['last must be a number of days, weeks, months or years', 'given was "1 week"']],
];

describe('a window that is named in none of the ways, or in several', () => {
  it.each(refused)('as by %j is refused on every path', async (parameters, messages) => {
    for (const path of paths) {
      const { status, body } = await app.get(`${path}?${queryOf(parameters)}`);
      expect([path, status, body.code]).toEqual([path, 400, 'validation_error']);
      for (const message of messages) expect(body.message).toContain(message);
    }
  });

  it.each(refused)('as by %j is refused over GraphQL, at each field', async (parameters, messages) => {
    const args = written(parameters);
    const { body } = await app.graphql(everyField(parameters).replaceAll(', )', ')').replaceAll('()', ''));
    expect(body.data?.brandAnalytics ?? null, args).toBeNull();
    const places = body.errors.map(({ path }: { path: readonly string[] }) => path.join('.')).sort();
    expect(places).toEqual([
      ...['brand.analytics', 'brandAnalytics', 'brandRuns'],
      ...['prompt.analytics', 'prompt.runs', 'promptRuns'],
    ]);
    for (const { message, extensions } of body.errors) {
      expect(extensions.code).toBe('validation_error');
      for (const part of messages) expect(message).toContain(part);
    }
  });

  it('reports one that is given twice, and nothing that follows from it', async () => {
    const { body } = await app.get(`${ofBrand}/analytics?last=7d&last=8d`);
    expect(body.message).toBe('last was given more than once: give it once.');
  });
});

describe('the answer to "the last days"', () => {
  const document = `query ($zone: TimeZone = "${timeZone}", $last: String) {
    prompt(promptId: "${prompts.best}") { ...A }
  }
  fragment A on Prompt { analytics(last: $last, timeZone: $zone) { range { end } } }`;
  const overGet = (variables: object) =>
    `/graphql?${new URLSearchParams({ query: document, variables: JSON.stringify(variables) })}`;
  const accept = { accept: 'application/graphql-response+json' };

  it.each([
    ['REST', `${ofBrand}/analytics?${queryOf(lastDays)}`],
    ['REST, its name percent-encoded', `${ofPrompt}/analytics?l%61st=6d&timeZone=Asia%2FTokyo`],
    ['a list', `${lists[1]}?${queryOf(lastDays)}`],
    ['GraphQL', overGet({ last: '6d' })],
    ['GraphQL, its zone given', overGet({ last: '6d', zone: timeZone })],
  ])('of %s is kept and confirmed until midnight there', async (_, path) => {
    const ask = (headers: Record<string, string> = {}) => app.send(path, { headers: { ...accept, ...headers } });
    now = '2026-03-05T15:00:00Z';
    const first = await ask();
    const copy = { 'if-none-match': first.headers.get('etag') ?? '' };
    now = '2026-03-06T14:59:59.999Z';
    expect([(await ask(copy)).status, (await ask()).text]).toEqual([304, first.text]);
    expect(app.logged.at(-1)?.cache).toBe('hit');
    now = '2026-03-06T15:00:00Z';
    const next = await ask(copy);
    expect([first.status, next.status]).toEqual([200, 200]);
    expect(first.text).toContain('2026-03-06T15:00:00.000Z');
    expect(next.text).toContain('2026-03-07T15:00:00.000Z');
  });
});
