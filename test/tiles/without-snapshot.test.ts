// Answers that are read in two statements without a common snapshot are those of one instant, or none.

import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, everyPart, type Part } from '../../src/domain/summary.js';
import { readTiles, readWithoutSnapshot } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { TileCache } from '../../src/tiles/kept/tile-cache.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const window = { start: Date.parse('2026-02-28T00:00:00Z'), end: Date.parse('2026-03-07T00:00:00Z') };
/** No list counts items without a snapshot. */
const parts = new Set<Part>([...everyPart].filter((part) => !part.endsWith('Items')));

function askOf(tags: readonly string[] = []): Ask {
  const series = { timeZone: 'Europe/Berlin', maxDays: 3_660 };
  const filter = { model: null, tags, filter: noFilter, promptId: null, outcome: 'all' } as const;
  return { question: { brandId: smallWorldIds.brand, window, ...filter, series }, parts };
}

const runs = smallWorld().filter((record) => record.type === 'run');

/** A run at another time of the window, new or in place of the one with its number. */
function runAt(number: number, quarter: number) {
  const id = `0c9d0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return { ...runs[number % 10], id, createdAt: new Date(window.start + quarter * 900_000).toISOString() };
}

/** A client that does `work` between the first statement of an answer and the next. */
function interrupted(client: pg.ClientBase, work: () => Promise<unknown>): pg.ClientBase {
  const query = (...given: unknown[]) => {
    const found: unknown = Reflect.apply(client.query, client, given);
    return found instanceof Promise ? found.then(async (rows) => work().then(() => rows)) : found;
  };
  return new Proxy(client, { get: (of, name) => (name === 'query' ? query : Reflect.get(of, name)) });
}

const inSnapshot = (db: Database, ask: Ask) => db.snapshot((client) => readTiles(client, [ask]));
const ordered = (summaries: Awaited<ReturnType<typeof readWithoutSnapshot>>) => summaries?.map(inOrder) ?? null;

const best = smallWorld().find((record) => record.type === 'prompt' && record.id === smallWorldIds.prompts.best);

/** A brand with rolled runs, one that waits, and one whose quarter hour is stale. */
async function recordedDatabase() {
  const db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  await recordAll(db, [runAt(50, 40), runAt(2, 41)]);
  return db;
}

describe.each<[string, (db: Database) => Promise<unknown>]>([
  ['a run is recorded', (db) => recordAll(db, [runAt(100, 30)])],
  ['a run is replaced', (db) => recordAll(db, [runAt(3, 31)])],
  ['what waits is rolled', (db) => rollBrands(db)],
  ['a company is tracked', (db) => recordAll(db, [{ type: 'competitor', brandId: smallWorldIds.brand, name: 'New' }])],
  ['the tags of a prompt change', (db) => recordAll(db, [{ ...best, tags: ['moved'] }])],
])('where %s between its statements, an answer', (_, change) => {
  it.each([
    ['of all prompts', []],
    ['of a tag', ['crm']],
  ])('%s is none, and nothing is kept of it', async (__, tags) => {
    await using db = await recordedDatabase();
    const [ask, cache] = [askOf(tags), new TileCache(1e8)];
    const found = await db.autocommit((client) =>
      readWithoutSnapshot(
        interrupted(client, () => change(db)),
        [ask],
        { cache },
      ),
    );
    expect(found).toBe(null);
    expect(cache.bytes).toBe(0);
  });

  it('is that of the first statement where all else is in memory', async () => {
    await using db = await recordedDatabase();
    const [ask, cache] = [askOf(), new TileCache(1e8)];
    const before = await inSnapshot(db, ask);
    await db.autocommit((client) => readWithoutSnapshot(client, [ask], { cache }));
    const found = await db.autocommit((client) =>
      readWithoutSnapshot(
        interrupted(client, () => change(db)),
        [ask],
        { cache },
      ),
    );
    expect(ordered(found)).toEqual(ordered(before));
    await change(db);
    const after = await db.autocommit((client) => readWithoutSnapshot(client, [ask], { cache }));
    expect(ordered(after)).toEqual(ordered(await inSnapshot(db, ask)));
  });
});

it('an undisturbed answer is that of a snapshot, in two statements, and again in one', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  await recordAll(db, smallWorld());
  await rollBrands(db);
  for (const ask of [askOf(), askOf(['crm'])]) {
    const cache = new TileCache(1e8);
    const expected = ordered(await inSnapshot(db, ask));
    for (const count of [4, 2]) {
      statements.length = 0;
      expect(ordered(await db.autocommit((client) => readWithoutSnapshot(client, [ask], { cache })))).toEqual(expected);
      // What hours hold and what they do not are read apart.
      expect(statements.filter((sql) => !/^(begin|commit)/.test(sql)).length).toBeLessThanOrEqual(count);
    }
  }
});

it('reads nothing without a snapshot where raw rows or lists are needed', async () => {
  await using db = await recordedDatabase();
  const read = (ask: Ask) => db.autocommit((client) => readWithoutSnapshot(client, [ask], { cache: null }));
  const { question } = askOf();
  expect(await read(askOf())).not.toBe(null);
  expect(await read({ question: { ...question, promptId: smallWorldIds.prompts.best }, parts })).toBe(null);
  expect(await read({ question, parts: new Set(['urlItems']) })).toBe(null);
  await db.pool.query('update tile set sums = set_byte(sums, 7, get_byte(sums, 7) # 4)');
  expect(await read(askOf())).toBe(null);
});
