// Threads that read while others record, on every layout: what was recorded before a question was asked is in its answer, whichever way it is asked.

import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { adminKey, testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { pgbouncer, startPooler } from '../support/pgbouncer.js';
import { analyticsOf, openReadReplica, window } from '../support/read-replica.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';

const { brand } = smallWorldIds;
const path = (name: string) => `/api/v1/brands/${brand}/${name}?${window}`;
const document = `query ($id: ID!) { brandAnalytics(brandId: $id, start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z") { totals { runs } } }`;

const start = (env: Readonly<Record<string, string>>) =>
  serverProcess({ ADMIN_API_KEYS: adminKey, READERS: '1', ...env });

const ask = async ({ url }: ServerProcess, where: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${adminKey}`, ...init.headers };
  const response = await fetch(url + where, { ...init, headers });
  const text = await response.text();
  expect([where, response.status, text]).toEqual([where, 200, expect.anything()]);
  return text;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** The runs of March, as each way of asking has them. */
const ways: Readonly<Record<string, (server: ServerProcess) => Promise<number>>> = {
  figures: async (server) => JSON.parse(await ask(server, analyticsOf(brand))).totals.runs,
  document: async (server) => {
    const body = JSON.stringify({ query: document, variables: { id: brand } });
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    return JSON.parse(await ask(server, '/graphql', sent)).data.brandAnalytics.totals.runs;
  },
  list: async (server) =>
    sum(JSON.parse(await ask(server, path('prompt-performance'))).data.map(({ runs }: { runs: number }) => runs)),
  page: async (server) => JSON.parse(await ask(server, `${path('runs')}&limit=100`)).data.length,
  lines: async (server) => {
    const text = await ask(server, `${path('breakdown')}&by=model`, { headers: { accept: 'application/x-ndjson' } });
    return sum(jsonLines(text).map(({ runs }) => runs));
  },
};

const countAll = async (server: ServerProcess): Promise<Record<string, number>> =>
  Object.fromEntries(await Promise.all(Object.entries(ways).map(async ([name, count]) => [name, await count(server)])));
const equal = (runs: number) => Object.fromEntries(Object.keys(ways).map((name) => [name, runs]));

/** Records one run after the other, and asks meanwhile and afterwards. */
async function expectNothingMissed(db: Database, server: ServerProcess): Promise<void> {
  const runs = await ways.figures?.(server);
  for (let recorded = 1; recorded <= 5; recorded++) {
    const recording = recordAll(db, [plainRun(recorded, { createdAt: `2026-03-2${recorded}T10:00:00Z` })]);
    const [during] = await Promise.all([countAll(server), recording]);
    for (const count of Object.values(during)) expect([0, 1]).toContain(count - (runs ?? 0) - recorded + 1);
    expect(await countAll(server)).toEqual(equal((runs ?? 0) + recorded));
  }
  const plain = await testApp(db);
  for (const where of [analyticsOf(brand), path('citations/urls'), path('runs'), path('signals')])
    expect(await ask(server, where)).toBe((await plain.get(where)).text);
}

it('misses nothing', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await using server = await start({ DATABASE_URL: db.url });
  await expectNothingMissed(db, server);
});

it.runIf(pgbouncer)('misses nothing behind a pooler', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await using pooler = await startPooler(db.directUrl, { poolSize: 8 });
  const url = `${pooler.urlOf(new URL(db.directUrl).pathname.slice(1))}?pgbouncer=true`;
  await using server = await start({ DATABASE_URL: url });
  await expectNothingMissed(db, server);
});

const { replication, primary } = await openReadReplica();

it('misses nothing beside a standby, which it reads', async () => {
  const urls = { DATABASE_URL: replication.primary.url, READ_DATABASE_URL: replication.standby.url };
  await using server = await start({ ...urls, METRICS_TOKEN: 'token-of-the-metrics' });
  await expectNothingMissed(primary, server);
  // A reader may find the standby behind, whenever it is asked.
  const read = async () => {
    await countAll(server);
    const text = await ask(server, '/metrics', { headers: { authorization: 'Bearer token-of-the-metrics' } });
    return Number(/^sightline_replica_reads_total\{outcome="replica"\} (\d+)$/m.exec(text)?.[1]);
  };
  await expect.poll(read).toBeGreaterThan(0);
});
