// Everything that is refused for what it asks, over REST and over GraphQL: one table, each row asked both ways.

import { describe, expect, it } from 'vitest';
import type { Reply } from '../support/app.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';

const { app } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

type Args = Readonly<Record<string, string>>;

interface Operation {
  readonly field: string;
  readonly selection: string;
  /** Types of the arguments, for the variables of a GraphQL request. */
  readonly types: Args;
  readonly path: (args: Args) => string;
  readonly good: Args;
}

const march = { start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' };
const windowTypes = { start: 'DateTime!', end: 'DateTime!', model: 'ID' };

const analytics: Operation = {
  field: 'brandAnalytics',
  selection: 'brandId',
  types: { brandId: 'ID!', ...windowTypes, tags: '[String!]', timeZone: 'TimeZone' },
  path: ({ brandId = '' }) => `/brands/${encodeURIComponent(brandId)}/analytics`,
  good: { brandId: 'acme-crm', ...march },
};
const runs: Operation = {
  field: 'promptRuns',
  selection: 'data { id }',
  types: { promptId: 'ID!', ...windowTypes, page: 'Int', limit: 'Int' },
  path: ({ promptId = '' }) => `/prompts/${encodeURIComponent(promptId)}/runs`,
  good: { promptId: prompts.best, ...march },
};
const run: Operation = {
  field: 'promptRun',
  selection: 'id',
  types: { promptId: 'ID!', runId: 'ID!' },
  path: ({ promptId = '', runId = '' }) => `/prompts/${promptId}/runs/${runId}`,
  good: { promptId: prompts.best, runId: uuid(1) },
};
const snapshot: Operation = {
  field: 'promptSnapshot',
  selection: 'runs',
  types: { promptId: 'ID!', date: 'Date!', timeZone: 'TimeZone', model: 'ID' },
  path: ({ promptId = '' }) => `/prompts/${promptId}/snapshot`,
  good: { promptId: prompts.best, date: '2026-03-01' },
};

function overRest({ path }: Operation, args: Args): Promise<Reply> {
  const query = new URLSearchParams(Object.entries(args).filter(([name]) => !/^(brand|prompt|run)Id$/.test(name)));
  return app.get(`/api/v1${path(args)}?${query}`);
}

function overGraphQL({ field, selection, types }: Operation, args: Args): Promise<Reply> {
  const names = Object.keys(args);
  const header = names.map((name) => `$${name}: ${types[name]}`).join(', ');
  const variables = names.map((name) => [name, typed(args[name] ?? '', types[name] ?? '')]);
  const call = `${field}(${names.map((name) => `${name}: $${name}`).join(', ')}) { ${selection} }`;
  return app.graphql(`query (${header}) { ${call} }`, Object.fromEntries(variables));
}

function typed(value: string, type: string): unknown {
  if (type === 'Int') return Number(value);
  return type.startsWith('[') ? value.split(',') : value;
}

const at = (instant: string) => ({ start: instant });
const manyTags = Array.from({ length: 51 }, (_, index) => `tag-${index}`).join(',');

/** What is wrong, where, the argument at fault, and the substance of the message. */
const refusals: readonly (readonly [string, Operation, Args, string, RegExp])[] = [
  ['a start that is a bare date', analytics, at('2026-03-01'), 'start', /^start is a bare date.*offset or Z/],
  ['an end that is a bare date', runs, { end: '2026-03-02' }, 'end', /^end is a bare date/],
  ['a start without an offset', runs, at('2026-03-01T00:00:00'), 'start', /has no offset/],
  ['a plus sign that became a blank', analytics, at('2026-03-01T00:00:00 02:00'), 'start', /write \+ as %2B/],
  ['a date that is impossible', analytics, at('2026-02-30T00:00:00Z'), 'start', /does not exist/],
  ['a time that is impossible', runs, at('2026-03-01T24:00:00Z'), 'start', /does not exist/],
  ['a year before 1', analytics, at('0000-12-31T00:00:00Z'), 'start', /outside the years 0001 to 9999/],
  ['a year after 9999', analytics, { end: '9999-12-31T23:59:59-01:00' }, 'end', /outside the years/],
  ['a number for a date-time', analytics, at('1772323200'), 'start', /must be an RFC 3339 date-time/],
  ['words for a date-time', runs, at('yesterday'), 'start', /must be an RFC 3339 date-time.*yesterday/],
  [
    'an empty window',
    analytics,
    { start: '2026-03-01T00:01:00Z', end: '2026-03-01T00:14:59Z' },
    'end',
    /window is empty: both fall into one quarter hour/,
  ],
  ['a start after the end', runs, { start: '2026-03-03T00:00:00Z' }, 'start', /start is after end/],
  ['an unknown model', analytics, { model: 'gpt-0' }, 'model', /"gpt-0" is unknown: give one of model-1, model-2/],
  ['a blank model', analytics, { model: ' ' }, 'model', /" " is unknown/],
  ['an unknown model of runs', runs, { model: 'gpt-0' }, 'model', /is unknown/],
  ['an unknown model of a snapshot', snapshot, { model: 'gpt-0' }, 'model', /is unknown/],
  ['an empty tag', analytics, { tags: 'a,,b' }, 'tags', /empty element/],
  ['a blank tag', analytics, { tags: 'a, ' }, 'tags', /empty element/],
  ['too many tags', analytics, { tags: manyTags }, 'tags', /at most 50; given were 51/],
  ['an unknown time zone', analytics, { timeZone: 'Mars/Olympus' }, 'timeZone', /IANA time zone.*Mars\/Olympus/],
  ['an offset for a time zone', snapshot, { timeZone: '+02:00' }, 'timeZone', /IANA time zone/],
  ['a prompt id that is no UUID', runs, { promptId: 'best' }, 'promptId', /promptId must be a UUID.*best/],
  ['a run id that is no UUID', run, { runId: '1' }, 'runId', /runId must be a UUID/],
  ['a brand id that is too long', analytics, { brandId: 'b'.repeat(129) }, 'brandId', /brandId must have 1 to 128/],
  ['a date-time for a day', snapshot, { date: '2026-03-01T00:00:00Z' }, 'date', /must be a calendar day/],
  ['a day that is impossible', snapshot, { date: '2026-02-30' }, 'date', /does not exist/],
];

describe.each(refusals)('%s', (_, operation, wrong, field, message) => {
  const args = { ...operation.good, ...wrong };

  it('is refused over REST', async () => {
    const { status, body } = await overRest(operation, args);
    const said = expect.stringMatching(message);
    const faults = [{ field, message: said }];
    expect(body).toEqual({ error: 'Bad Request', message: said, code: 'validation_error', faults });
    expect(status).toBe(400);
  });

  it('is refused over GraphQL in the same words', async () => {
    const { body } = await overGraphQL(operation, args);
    const rest = await overRest(operation, args);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].message).toBe(rest.body.message);
    expect(body.errors[0].extensions).toMatchObject({ code: 'validation_error', field });
    expect(body.data).toEqual({ [operation.field]: null });
  });
});

describe('what is not there', () => {
  it.each([
    ['brand', analytics, { brandId: 'nobody' }, /^There is no brand "nobody" that this key may read\.$/],
    ['prompt', runs, { promptId: uuid(999) }, /no prompt/],
    ['prompt of a snapshot', snapshot, { promptId: uuid(999) }, /no prompt/],
    ['run', run, { runId: uuid(77) }, /no run/],
    ['run of another prompt', run, { promptId: prompts.cheap }, /no run/],
  ] as const)('as a %s is not found, in the same words over both', async (_, operation, wrong, message) => {
    const args = { ...operation.good, ...wrong };
    const [rest, graphql] = [await overRest(operation, args), await overGraphQL(operation, args)];
    expect(rest.status).toBe(404);
    expect(rest.body).toEqual({ error: 'Not Found', message: expect.stringMatching(message), code: 'not_found' });
    expect(graphql.status).toBe(200);
    expect(graphql.body.errors[0]).toMatchObject({ message: rest.body.message, extensions: { code: 'not_found' } });
    expect(graphql.body.data).toEqual({ [operation.field]: null });
  });
});

describe('several faults', () => {
  it('are reported together over REST', async () => {
    const { status, body } = await app.get('/api/v1/brands/acme-crm/analytics?end=soon&model=x&tags=,&timeZone=Mars');
    expect(status).toBe(400);
    for (const part of [/start is required: give/, /end must be/, /model "x"/, /tags must/, /timeZone must/]) {
      expect(body.message).toMatch(part);
    }
    const fields = body.faults.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(['start', 'end', 'model', 'tags', 'timeZone']);
  });

  it.each([
    [
      'promptRuns(promptId: "x", start: "a", end: "b", page: 0, limit: -1, model: "q") { data { id } }',
      ['promptId', 'start', 'end', 'model', 'page', 'limit'],
    ],
    [
      'promptSnapshot(promptId: "x", date: "today", timeZone: "Nowhere", model: "x") { runs }',
      ['promptId', 'date', 'timeZone', 'model'],
    ],
  ])('of %s are reported together over GraphQL, each with its argument', async (field, names) => {
    const { body } = await app.graphql(`{ ${field} }`);
    const faults = body.errors[0].extensions.faults.map(({ field }: { field: string }) => field);
    expect(faults).toEqual(names);
  });
});
