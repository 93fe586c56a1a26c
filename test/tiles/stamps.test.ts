// Every transaction that writes tiles of a month renews its stamp: triggers write down who wrote what, while everything happens that can.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { at } from '../../src/domain/counts/maps.js';
import { dayMs } from '../../src/domain/limits.js';
import { dayOf, monthLevel, periodOf, quarterLevel, startOf } from '../../src/tiles/packed/levels.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { markEverything } from '../../src/tiles/stored/marks.js';
import { MonthStamps, scopesMonth } from '../../src/tiles/stored/stamps.js';
import { send } from '../citus/nodes.js';
import { often, propertyTimeoutMs } from '../support/compare.js';
import { type TestDatabase, testDatabase, withDatabase } from '../support/database.js';
import { randomWorlds } from '../support/random/world.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { isCluster } from '../support/statements/authorization.js';

const tables = ['tile', 'tile_detail', 'quarter_tile', 'posting', 'prompt_scope'];

/** From now on, which rows each transaction writes, but for their blocks. On a cluster each node writes down what is written to its shards. */
async function watchTiles(db: TestDatabase): Promise<void> {
  await onNodes(
    db,
    `set citus.enable_ddl_propagation = off;
    set citus.enable_manual_changes_to_shards = on;
    set citus.override_table_visibility = off;
    create table written (by xid8 not null, of text not null, place jsonb not null);
    create function note() returns trigger language plpgsql as $$ begin
      insert into public.written select distinct pg_current_xact_id(), regexp_replace(tg_table_name, '_\\d+$', ''),
        (select jsonb_object_agg(key, value) from jsonb_each(row)
         where key = any('{brand_id,scope,level,period,quarter,month,stamp,steady_stamp,changed_days}'::text[]))
      from unnest(array[to_jsonb(old), to_jsonb(new)]) as row where row is not null;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname ~ '^(${[...tables, 'tile_stamp'].join('|')})${isCluster ? '_\\d+' : ''}$'
      loop
        execute format('create trigger watched after insert or update or delete on %I for each row execute function note()', name);
      end loop;
    end $$`,
  );
}

/** Sends `sql` to the database on each node, and returns the rows of all. */
async function onNodes({ directUrl }: TestDatabase, sql: string): Promise<readonly Record<string, string>[]> {
  const name = new URL(directUrl).pathname.slice(1);
  const rows = await Promise.all(inject('nodes').map((node) => send(withDatabase(node, name), sql)));
  return rows.flat();
}

interface Written {
  readonly by: string;
  readonly of: string;
  readonly place: {
    readonly brand_id: string;
    readonly scope?: number;
    readonly level?: number;
    readonly period?: number;
    readonly quarter?: number;
    readonly month?: number;
    readonly stamp?: string;
    readonly steady_stamp?: string | null;
    readonly changed_days?: readonly number[];
  };
}

/** The stamps of which one shows that a row was written: tiles of combinations are kept under two. */
function monthsOf({ of, place: { scope = 0, level, period, quarter, month } }: Written): readonly number[] {
  if (of === 'prompt_scope') return [scopesMonth];
  const own = month ?? periodOf(startOf(period ?? quarter ?? 0, level ?? quarterLevel), monthLevel);
  return scope <= 0 ? [own] : [own, scopesMonth];
}

/** The stamp that what was written is kept under, as a row of its month has it. */
function stampIn({ place }: Written, { of, place: { level = quarterLevel, period, quarter } }: Written): string {
  const { stamp = '', steady_stamp = null, changed_days = [] } = place;
  const stamps = new MonthStamps(stamp, steady_stamp, changed_days);
  if (of === 'prompt_scope' || level === monthLevel) return stamps.ofMonth;
  const day = dayOf(startOf(period ?? quarter ?? 0, level));
  return stamps.ofDays(day, day);
}

/** What was written so far without a stamp being renewed by the same transaction: of its day, or of its month. */
async function unstamped(db: TestDatabase): Promise<readonly Written[]> {
  const found = await onNodes(db, `select distinct by::text, of, place::text from written`);
  const rows = found.map(({ by = '', of = '', place = '' }): Written => ({ by, of, place: JSON.parse(place) }));
  const keyOf = ({ by, place }: Written, month: number) => `${by} ${place.brand_id} ${month}`;
  const stamps = new Map<string, Written[]>();
  for (const row of rows)
    if (row.of === 'tile_stamp') at(stamps, keyOf(row, row.place.month ?? 0), (): Written[] => []).push(row);
  // An update has the row before and the one after it.
  const isRenewed = (row: Written, month: number) => {
    const found = (stamps.get(keyOf(row, month)) ?? []).map((each) => stampIn(each, row));
    return found.length > 0 && new Set(found).size === found.length;
  };
  return rows.filter((row) => row.of !== 'tile_stamp' && !monthsOf(row).some((month) => isRenewed(row, month)));
}

it(
  'every transaction that writes tiles of a month renews its stamp',
  async () => {
    const property = fc.asyncProperty(
      randomWorlds(200),
      fc.array(fc.nat(200), { minLength: 1, maxLength: 4 }),
      async ({ records }, cuts) => {
        await using db = await testDatabase();
        await watchTiles(db);
        const ends = [...cuts.sort((a, b) => a - b), records.length];
        for (const [index, end] of ends.entries()) {
          await recordAll(db, records.slice(ends[index - 1] ?? 0, end), { batches: 40 });
          await rollBrands(db);
        }
        expect(await unstamped(db)).toEqual([]);
        // A block that is damaged is rebuilt with its whole month.
        await db.pool.query(`update tile set sums = set_byte(sums, 2, 255 - get_byte(sums, 2)) where sums is not null`);
        await db.pool.query(`update quarter_tile set cells = substr(cells, 1, 5) where quarter % 3 = 0`);
        await onNodes(db, 'delete from written');
        const { rows: brands } = await db.pool.query<{ id: string }>('select id from brand');
        for (const { id } of brands) await markEverything(db.pool, id);
        await rollBrands(db);
        expect(await unstamped(db)).toEqual([]);
      },
    );
    await fc.assert(property, often(6));
  },
  propertyTimeoutMs,
);

it('notices a tile that is written without its stamp', async () => {
  await using db = await testDatabase();
  await watchTiles(db);
  await recordAll(db, smallWorld());
  await rollBrands(db);
  expect(await unstamped(db)).toEqual([]);
  for (const table of tables) {
    await onNodes(db, 'delete from written');
    await db.pool.query(`delete from ${table} where brand_id = $1`, [smallWorldIds.brand]);
    expect((await unstamped(db)).length, table).toBeGreaterThan(0);
  }
});

it('days that were not written keep their stamp, until too many were', async () => {
  await using db = await testDatabase();
  const records = smallWorld();
  const run = records.find(({ type }) => type === 'run');
  const month = 2026 * 12 + 2;
  const stamps = async () => {
    const { rows } = await db.pool.query('select * from tile_stamp where month = $1', [month]);
    return new MonthStamps(rows[0].stamp, rows[0].steady_stamp, rows[0].changed_days);
  };
  await recordAll(db, records);
  await rollBrands(db);
  const begun = startOf(month, monthLevel);
  const days = Array.from({ length: 6 }, (_, place) => dayOf(begun) + 20 + place);
  const changed = new Set<number>();
  let before = await stamps();
  for (const day of days) {
    await recordAll(db, [{ ...run, id: randomUUID(), createdAt: new Date((day + 0.5) * dayMs).toISOString() }]);
    await rollBrands(db);
    const after = await stamps();
    const isOneTooMany = changed.size === 4;
    if (isOneTooMany) changed.clear();
    else changed.add(day);
    const kept = days.filter((each) => after.ofDays(each, each) === before.ofDays(each, each));
    expect([day, kept]).toEqual([day, isOneTooMany ? [] : days.filter((each) => !changed.has(each))]);
    expect(after.ofMonth).not.toBe(before.ofMonth);
    expect(after.ofDays(days[0] ?? 0, day)).toBe(after.ofMonth);
    before = after;
  }
});

it('a change of tags renews the stamp of the tiles by tag alone', async () => {
  await using db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrands(db);
  const stamps = async () =>
    (
      await db.pool.query('select * from tile_stamp where brand_id = $1 and month >= 0 order by month', [
        smallWorldIds.brand,
      ])
    ).rows;
  const before = await stamps();
  expect(before.map(({ month }) => month)).toEqual([scopesMonth, 2026 * 12 + 2]);
  await rollBrands(db);
  expect(await stamps()).toEqual(before);
  const prompt = smallWorld().find((record) => record.type === 'prompt' && record.id === smallWorldIds.prompts.best);
  await recordAll(db, [{ ...prompt, tags: ['moved'] }]);
  await rollBrands(db);
  const after = await stamps();
  expect(after[0]).not.toEqual(before[0]);
  expect(after.slice(1)).toEqual(before.slice(1));
});
