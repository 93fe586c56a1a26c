// A server whose answers are computed by threads: whatever becomes of a thread, it answers the rest.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';
import { whileLocked } from '../support/holding.js';
import { canFail, canStandStill, firstCanFail, firstCanStandStill, interfere } from '../support/interfering.js';
import { recordAll, smallWorld } from '../support/records.js';
import { seen } from '../support/seen.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';
import { shared, sharedDatabase } from '../support/shared.js';

const adminKey = 'admin-key-of-the-readers';
const metricsToken = 'metrics-token-of-the-readers';
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
const analytics = `/api/v1/brands/acme-crm/analytics?${window}`;
const answers = `/api/v1/brands/acme-crm/runs?${window}`;

const db = await sharedDatabase((db) => recordAll(db, smallWorld()));

const start = (env: Readonly<Record<string, string>>) =>
  serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, METRICS_TOKEN: metricsToken, ...env });

const ask = ({ url }: ServerProcess, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { authorization: `Bearer ${adminKey}`, ...init.headers } });

async function metric(server: ServerProcess, name: string): Promise<number> {
  const response = await ask(server, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  expect(response.status).toBe(200);
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text()) ?? [];
  return Number(value);
}

/** How many sessions of readers wait for a lock. */
async function waitingForLock({ pool }: TestDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and application_name like 'sightline reader %'`,
  );
  return rows[0]?.count ?? 0;
}

const post = (body: unknown, more: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...more },
  body: JSON.stringify(body),
});

/** A reader is replaced once it stands still for a third of it. */
const patient = { REQUEST_TIMEOUT_MS: '36000' };

const brandQuery = `query Q($brandId: ID!) { brand(id: $brandId) { name } models { id } }`;

it.concurrent.for([1, 2])(
  '%i readers that stand still hold up what they are asked, and nothing else, until they are replaced',
  async (readers, { expect }) => {
    await using server = await start({ READERS: String(readers), ...patient, ...canStandStill });
    const first = await ask(server, analytics);
    const tag = first.headers.get('etag') ?? '';
    const text = await first.text();
    const document = post({ query: brandQuery, variables: { brandId: 'acme-crm' } });
    const byGet = `/graphql?${new URLSearchParams({ query: brandQuery, variables: '{"brandId":"acme-crm"}' })}`;
    // Its first answer says what a document asks, its second is kept.
    for (const time of [1, 2]) expect([time, (await ask(server, '/graphql', document)).status]).toEqual([time, 200]);
    const tagOfDocument = (await ask(server, byGet)).headers.get('etag') ?? '';
    await interfere(server, readers);
    const held = ask(server, `${answers}&limit=3`);
    expect((await ask(server, analytics, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect(await (await ask(server, analytics)).text()).toBe(text);
    expect((await (await ask(server, '/graphql', document)).json()).data.brand).toEqual({ name: 'Acme CRM' });
    expect((await ask(server, byGet, { headers: { 'if-none-match': tagOfDocument } })).status).toBe(304);
    expect((await ask(server, analytics, { headers: { authorization: 'Bearer of-nobody' } })).status).toBe(401);
    for (const path of ['/health/live', '/health/ready', '/', '/api/v1/openapi.json'])
      expect((await ask(server, path)).status).toBe(200);
    expect(await metric(server, 'sightline_readers_replaced_total')).toBe(0);
    const refused = await held;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
    expect((await ask(server, `${answers}&limit=3`)).status).toBe(200);
    await expect.poll(() => metric(server, 'sightline_readers_replaced_total')).toBe(readers);
    const line = () =>
      server
        .said()
        .split('\n')
        .find((each) => each.includes('stands still') && each.includes('/runs'));
    await expect.poll(line).toBeDefined();
    expect(JSON.parse(line() ?? '{}').underWay).toMatchObject([{ operation: '/api/v1/brands/:brandId/runs' }]);
    expect(await server.end()).toBe(0);
  },
);

it.concurrent('2 readers that stand still take their statements with them', async ({ expect }) => {
  await using own = await testDatabase();
  await recordAll(own, smallWorld());
  const env = { ...patient, STATEMENT_TIMEOUT_MS: '600000', DATABASE_URL: own.url };
  await using server = await start({ READERS: '2', ...env, ...canStandStill });
  await whileLocked(own, 'answer', async () => {
    const held = ask(server, answers);
    await expect.poll(() => waitingForLock(own)).toBe(1);
    await interfere(server, 2);
    expect((await held).status).toBe(503);
    await expect.poll(() => waitingForLock(own)).toBe(0);
  });
  expect((await ask(server, answers)).status).toBe(200);
});

it.concurrent('a reader that stands still leaves its brands to the other one', async ({ expect }) => {
  await using own = await testDatabase();
  const brandIds = ['one', 'two', 'three', 'four', 'five', 'six'];
  const brands = brandIds.map((id) => ({ type: 'brand', id, organizationId: 'acme', name: id }));
  await recordAll(own, [{ type: 'organization', id: 'acme', name: 'Acme' }, ...brands]);
  const env = { READERS: '2', REQUEST_TIMEOUT_MS: '30000', DATABASE_URL: own.url };
  const attempt = async () => {
    await using server = await start({ ...env, ...firstCanStandStill });
    await interfere(server, 1);
    // By now it is seen; it would be replaced five seconds later.
    await setTimeout(5_000);
    const statusOf = async (id: string) => [id, (await ask(server, `/api/v1/brands/${id}/analytics?${window}`)).status];
    const statuses = await Promise.all(brandIds.map(statusOf));
    return { statuses, replaced: await metric(server, 'sightline_readers_replaced_total') };
  };
  // On a busy machine it may be replaced before the last answer.
  const { statuses } = await seen(attempt, ({ replaced }) => replaced === 0);
  expect(statuses).toEqual(brandIds.map((id) => [id, 200]));
});

describe('a reader', () => {
  /** So that nothing ends by itself. */
  const endless = { STATEMENT_TIMEOUT_MS: '600000', REQUEST_TIMEOUT_MS: '600000' };

  it('that fails takes nothing with it but what it was asked, whatever the address calls its sessions', async () => {
    const url = new URL(db.url);
    url.searchParams.set('application_name', 'mine');
    await using server = await start({ READERS: '1', DATABASE_URL: url.href, ...endless, ...canFail });
    await whileLocked(db, 'answer', async () => {
      const held = ask(server, answers);
      await expect.poll(() => waitingForLock(db)).toBe(1);
      await interfere(server, 1);
      const refused = await held;
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      await expect.poll(() => waitingForLock(db)).toBe(0);
    });
    expect((await ask(server, answers)).status).toBe(200);
    expect(server.said()).toContain('made to fail');
    expect(await metric(server, 'sightline_readers_replaced_total')).toBe(1);
  });

  it('that cannot be opened again leaves its brands to the other one', async () => {
    await using folder = await temporaryFolder();
    const manifest = join(folder.path, 'documents.json');
    await writeFile(manifest, JSON.stringify({ models: '{ models { id } }' }));
    await using server = await start({ READERS: '2', PERSISTED_DOCUMENTS: manifest, ...firstCanFail });
    await writeFile(manifest, 'no documents');
    await interfere(server, 2);
    await expect.poll(() => server.said()).toContain('a reader has ended');
    for (let number = 0; number < 12; number++) {
      const { status } = await ask(server, `${answers}&limit=${number + 1}`);
      const other = await ask(server, analytics.replace('acme-crm', `nobody-${number}`));
      expect([number, status, other.status]).toEqual([number, 200, 404]);
    }
  });

  describe('that answers', async () => {
    const server = await shared(start({ READERS: '1', ...endless }));

    it('reads no longer for a client that has gone', async () => {
      await whileLocked(db, 'answer', async () => {
        const client = new AbortController();
        const left = ask(server, answers, { signal: client.signal }).catch(() => 'left');
        await expect.poll(() => waitingForLock(db)).toBe(1);
        client.abort();
        expect(await left).toBe('left');
        await expect.poll(() => waitingForLock(db)).toBe(0);
      });
      expect((await ask(server, answers)).status).toBe(200);
    });

    it('says in the metrics what it reads, and in the log what failed', async () => {
      expect((await ask(server, answers)).status).toBe(200);
      await expect.poll(() => metric(server, 'sightline_tile_bytes_total')).toBeGreaterThanOrEqual(0);
      await expect.poll(() => metric(server, 'sightline_sql_statement_duration_seconds_count')).toBeGreaterThan(0);
      await db.pool.query('alter table answer rename to mislaid');
      const failed = await ask(server, `${answers}&limit=2`);
      await db.pool.query('alter table mislaid rename to answer');
      expect(failed.status).toBe(500);
      const { message } = await failed.json();
      const lines = () =>
        server
          .said()
          .split('\n')
          .filter((each) => each.includes('unexpected error'));
      await expect.poll(lines).toHaveLength(1);
      expect(message).toContain(JSON.parse(lines()[0] ?? '{}').requestId);
    });

    it('finishes what it is asked before the server ends', async () => {
      const [answer, ended] = await whileLocked(db, 'answer', async () => {
        const asked = ask(server, `${answers}&limit=3`);
        await expect.poll(() => waitingForLock(db)).toBe(1);
        const exited = server.end();
        await expect.poll(() => server.said()).toContain('shutting down');
        return [asked, exited] as const;
      });
      expect((await answer).status).toBe(200);
      expect(await ended).toBe(0);
    });
  });
});
