// A database that cannot serve now: whatever error it gives, where a session is opened or amid a statement, every surface answers 503 with a time to
// come again; any other failure is one of our own, and 500 in all of them.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { storeKey, type TestApp, testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { refusingServer } from '../support/refusing-server.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';
import { isCluster } from '../support/statements/authorization.js';

const [brandId, promptId, runId] = ['acme-crm', prompts.best, uuid(1)];
const window = { start: '2026-03-01T00:00:00Z', end: '2026-03-02T00:00:00Z' };

/** The same over each surface: entities, one answer, figures. */
const paths = [
  '/api/v1/brands',
  `/api/v1/prompts/${promptId}/runs/${runId}`,
  `/api/v1/brands/${brandId}/analytics?${new URLSearchParams(window)}`,
];
const documents = [
  '{ brands { id } }',
  `{ promptRun(promptId: "${promptId}", runId: "${runId}") { answer { text } } }`,
  `{ brandAnalytics(brandId: "${brandId}", start: "${window.start}", end: "${window.end}") { visibility { current } } }`,
];
const tools = [
  ['list_brands', {}],
  ['get_answer', { promptId, runId }],
  ['summarize_brand', { brandId, ...window }],
] as const;

/** What a tool of MCP answers. */
async function callTool(app: TestApp, name: string, given: Record<string, string>, key?: string) {
  const { status, body, headers, result } = await app.tool(name, given, key);
  if (status !== 200) return { status, code: body.code, retryAfter: headers.get('retry-after') };
  const [content] = result.content;
  return { status, code: result.isError ? /^(\w+):/.exec(content.text)?.[1] : 'ok', retryAfter: null };
}

/** The codes of REST, GraphQL and MCP. */
async function codesOf(app: TestApp): Promise<readonly string[]> {
  const rest = await Promise.all(paths.map((path) => app.get(path)));
  const graphql = await Promise.all(documents.map((text) => app.graphql(text)));
  const called = await Promise.all(tools.map(([name, given]) => callTool(app, name, given)));
  for (const { status, headers } of [...rest, ...graphql]) {
    expect(headers.get('retry-after') !== null).toBe(status === 503);
  }
  return [
    ...rest.map(({ status, body }) => `REST ${status} ${body.code ?? 'ok'}`),
    ...graphql.map(({ status, body }) => `GraphQL ${status} ${body.errors?.[0].extensions.code ?? 'ok'}`),
    ...called.map(({ code }) => `MCP ${code}`),
  ];
}

const always = (status: number, code: string) => [
  ...Array(3).fill(`REST ${status} ${code}`),
  ...Array(3).fill(`GraphQL ${status} ${code}`),
  ...Array(3).fill(`MCP ${code}`),
];

const db = await sharedDatabase((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));
const folder = await sharedFolder();

const options = { poolSize: 2, statementTimeoutMs: 1_000 };

describe('where no session can be opened', () => {
  // One of each way to tell; of every SQLSTATE test/database/unavailable.test.ts says what it is.
  const refusals = ['08006', '53300', '57P03', '58P01', '28P01', '3D000', 'XX000', null];

  async function expectUnavailable(address: string) {
    await using away = connect(address, options);
    const app = await testApp(away);
    expect(await codesOf(app)).toEqual(always(503, 'unavailable'));
    const ready = await app.get('/health/ready', null);
    expect([ready.status, ready.body.code]).toEqual([503, 'unavailable']);
    const { token } = await storeKey(db, { organizationId: 'acme' });
    expect((await app.get('/api/v1/models', token)).status).toBe(503);
    expect((await app.get('/api/v1/models', 'no-key-at-all')).status).toBe(401);
    expect((await app.get('/health/live', null)).status).toBe(200);
    expect((await callTool(app, 'list_models', {}, token)).status).toBe(503);
    expect((await app.graphql('{ models { id } }', {}, token)).status).toBe(503);
    expect(app.logged.filter(({ msg }) => msg === 'unexpected error')).toEqual([]);
    return ready.body.message;
  }

  it.each(refusals)('the answer is 503: SQLSTATE %s', async (code) => {
    await using server = await refusingServer(code);
    await expectUnavailable(server.url);
  });

  it('and why is said by readiness', async () => {
    await using full = await refusingServer('53100', 'could not write to file: No space left on device');
    expect(await expectUnavailable(full.url)).toBe('The disk of the database is full.');
    await using refusing = await refusingServer('28P01', 'password authentication failed for user "nobody"');
    expect(await expectUnavailable(refusing.url)).toBe('The database cannot be reached right now.');
  });

  it.each([
    ['nobody listens', () => 'postgresql://nobody@127.0.0.1:1/none'],
    ['nobody listens at any address of a name', () => 'postgresql://nobody@localhost:1/none'],
    ['the name does not exist', () => 'postgresql://nobody@no-such-host.invalid:1/none'],
    ['nobody listens at any of several hosts', () => 'postgresql://nobody@127.0.0.1:1,127.0.0.1:2/none'],
    ['the socket is not there', () => `postgresql://nobody@/none?host=${encodeURIComponent(folder)}`],
  ])('the answer is 503: %s', async (_, address) => {
    await expectUnavailable(address());
  });

  it('the answer is 503: the hosts fail in different ways, and one has no session of the kind', async () => {
    await using full = await refusingServer('53100');
    await using starting = await refusingServer('57P03');
    const hosts = [full.host, starting.host, '127.0.0.1:1'].join(',');
    await expectUnavailable(`postgresql://nobody@${hosts}/none?target_session_attrs=primary`);
  });
});

describe.skipIf(isCluster)('where a statement fails', () => {
  /** A database of which `tables` fail to be read with the SQLSTATE that was raised last. */
  async function failing(tables: readonly string[]) {
    const own = await testDatabase();
    await fillTables(own, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]);
    await own.pool.query(`
      create table raised (code text);
      create function fails() returns boolean language plpgsql volatile as $$
        declare code_now text := (select code from raised);
        begin
          if code_now is not null then raise exception 'raised by the test' using errcode = code_now; end if;
          return true;
        end $$;
      create function refuses() returns trigger language plpgsql as $$ begin perform fails(); return new; end $$;
    `);
    for (const table of tables) {
      await own.pool.query(`alter table ${table} rename to real_${table};
        create view ${table} as select * from real_${table} where fails()`);
    }
    const app = await testApp(own, { answerCacheBytes: 0 });
    const raise = (code: string | null) =>
      own.pool.query(`with gone as (delete from raised) insert into raised select $1::text where $1 is not null`, [
        code,
      ]);
    return { ...own, app, raise };
  }

  let own: Awaited<ReturnType<typeof failing>>;
  beforeAll(async () => {
    own = await failing(['model', 'brand', 'run']);
  });
  afterAll(() => own[Symbol.asyncDispose]());

  it.each([
    ...['53100', '57P01', '58030', '08006'].map((code) => [code, 503, 'unavailable'] as const),
    ...['22012', '42P01', 'XX000', '42501'].map((code) => [code, 500, 'internal_error'] as const),
  ])('SQLSTATE %s is %d %s in every surface', async (code, status, name) => {
    expect(await codesOf(own.app)).toEqual([
      ...Array(3).fill('REST 200 ok'),
      ...Array(3).fill('GraphQL 200 ok'),
      ...Array(3).fill('MCP ok'),
    ]);
    await own.raise(code);
    expect(await codesOf(own.app)).toEqual(always(status, name));
    await own.raise(null);
    expect(await codesOf(own.app)).toContain('REST 200 ok');
  });

  it('a full disk keeps no key from reading, though its requests cannot be counted for all processes', async () => {
    await using full = await failing([]);
    const { token } = await storeKey(full, { organizationId: 'acme' });
    await full.pool.query(
      'create trigger refuses before insert or update on rate_limit for each row execute function refuses()',
    );
    await full.raise('53100');
    const reply = await full.app.get('/api/v1/models', token);
    expect([reply.status, reply.headers.get('x-ratelimit-remaining')]).toEqual([200, '999']);
  });
});
