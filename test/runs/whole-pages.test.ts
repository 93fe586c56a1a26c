// Pages of runs that are read in two statements without a common snapshot are those of one instant, or none.

import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { unlimited } from '../../src/domain/budget.js';
import type { PageAsk } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readPages } from '../../src/runs/page.js';
import { readWholePages } from '../../src/runs/placed-page.js';
import { place, readDetails } from '../../src/runs/read.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand, prompts } = smallWorldIds;
const window = { start: Date.parse('2026-03-01T05:10:00Z'), end: Date.parse('2026-03-05T13:00:00Z') };
const ask = (page: number, model: string | null = null): PageAsk => ({
  ...{ brandId: brand, filter: noFilter, promptId: prompts.best, window, model, page, limit: 2, after: null },
  ...{ tags: [], outcome: 'all', company: null, items: [] },
  parts: new Set(['rows', 'total', 'next'] as const),
});

const runs = smallWorld().filter((record) => record.type === 'run');
const late = (number: number, at: string) => ({
  ...{ ...runs[0], id: `0c9d0000-0000-4000-9000-${String(number).padStart(12, '0')}`, createdAt: at },
});

/** A brand with rolled runs, and one that waits. */
async function recordedDatabase() {
  const db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  await recordAll(db, [late(1, '2026-03-03T00:30:00Z')]);
  return db;
}

/** A client that does `work` after each of its statements but the COPYs. */
function interrupted(client: pg.ClientBase, work: () => Promise<unknown>): pg.ClientBase {
  const query = (...given: unknown[]): unknown => {
    const sent: unknown = Reflect.apply(client.query, client, given);
    return sent instanceof Promise ? sent.finally(work) : sent;
  };
  return new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) });
}

const readWhole = (db: Database, asks: readonly PageAsk[], meanwhile: () => Promise<unknown> = async () => {}) =>
  db.autocommit((client) => readWholePages(interrupted(client, meanwhile), asks));

describe('pages in two statements', () => {
  it.each([
    ['the first', [ask(1)]],
    ['a later one', [ask(2)]],
    ['several', [ask(1), ask(2), ask(1, 'chatgpt')]],
  ])('are, with what their runs say, those of a snapshot: %s', async (_, asks) => {
    await using db = await recordedDatabase();
    const whole = await readWhole(db, asks);
    expect(whole?.pages).toEqual(await db.snapshot((client) => readPages(client, asks)));
    const rows = whole?.pages.flatMap((page) => page.rows ?? []) ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const keys = rows.map(({ brandId, id }) => ({ brandId, runId: id }));
    expect(keys.map((key) => whole?.details.get(place(key)))).toEqual(await readDetails(db.pool, keys));
  });

  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['a run is recorded', (db) => recordAll(db, [late(2, '2026-03-02T10:00:00Z')])],
    ['a run is replaced', (db) => recordAll(db, [{ ...runs[0], answer: 'Another text.' }])],
    ['a run moves out of the window', (db) => recordAll(db, [{ ...runs[0], createdAt: '2026-04-01T00:00:00Z' }])],
  ])('are none where %s between them', async (_, change) => {
    await using db = await recordedDatabase();
    expect(await readWhole(db, [ask(1)], () => change(db))).toBe(null);
  });

  it('are right where what waits is rolled between them', async () => {
    await using db = await recordedDatabase();
    const whole = await readWhole(db, [ask(2)], () => rollBrands(db));
    expect(whole?.pages).toEqual(await db.snapshot((client) => readPages(client, [ask(2)])));
  });

  it('are none where their runs say more than may be read', async () => {
    await using db = await recordedDatabase();
    const budget = { ...unlimited, remainingBytes: () => 10 };
    expect(await db.autocommit((client) => readWholePages(client, [ask(1)], { budget }))).toBe(null);
  });
});
