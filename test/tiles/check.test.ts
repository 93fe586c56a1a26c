// `roll --check` finds what no checksum can: a block that is whole and stands in another's place.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { checkBrand } from '../../src/tiles/check.js';
import {
  type Column,
  columnName,
  columnsIn,
  type ScopeKind,
  scopeKinds,
  storedColumns,
  tableNames,
} from '../../src/tiles/layout.js';
import { everyLevel } from '../../src/tiles/packed/levels.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { markEverything } from '../../src/tiles/stored/marks.js';
import { testDatabase } from '../support/database.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';

const { brand, prompts } = smallWorldIds;

/** The n-th hour, day, week and month has n runs, or at least not as many as its neighbour. */
const runs = [
  '2026-01-03T01:00:00Z',
  ...Array.from({ length: 2 }, () => '2026-01-12T05:20:00Z'),
  ...Array.from({ length: 3 }, () => '2026-02-20T05:40:00Z'),
  ...Array.from({ length: 4 }, () => '2026-02-20T07:40:00Z'),
].map((createdAt) => ({
  type: 'run',
  id: randomUUID(),
  promptId: prompts.best,
  model: 'gemini',
  provider: 'p',
  createdAt,
  brandMentioned: true,
  competitorsMentioned: [],
}));

const withoutRuns = smallWorld().filter(({ type }) => type !== 'run');

/** With a company, a page and a query that no other run has. */
function distinctRun<R extends object>(run: R, index: number) {
  const [citations, webQueries] = [[{ url: `https://site-${index}.example/` }], [`query ${index}`]];
  return { ...run, competitorsMentioned: [`Rival ${index}`], citations, webQueries };
}

interface StoredPlace {
  readonly kind: ScopeKind;
  readonly level: number;
  readonly column: Column;
}

/** Gives each tile of a kind of scopes and a level the block of the one before it, in one column; the number of those that differ. */
async function exchange({ pool }: Database, { kind, level, column }: StoredPlace): Promise<number> {
  const table = tableNames.find((name) => columnsIn(name, [column]).length > 0) ?? '';
  const name = columnName(column);
  const scopes = { all: '= 0', combination: '> 0' };
  const { rowCount } = await pool.query(
    `update ${table} set ${name} = other.block from (
       select scope, period, part, lag(${name}) over (partition by scope order by period) as block
       from ${table} where brand_id = $1 and scope ${scopes[kind]} and level = $2
     ) as other
     where brand_id = $1 and level = $2 and ${table}.scope = other.scope and ${table}.period = other.period and ${table}.part = other.part
       and other.block is not null and ${name} is not null and ${name} <> other.block`,
    [brand, level],
  );
  return rowCount ?? 0;
}

async function restore({ pool }: Database, column: Column): Promise<void> {
  const table = tableNames.find((name) => columnsIn(name, [column]).length > 0) ?? '';
  const name = columnName(column);
  await pool.query(
    `update ${table} set ${name} = saved.${name} from saved_${table} as saved
     where (${table}.brand_id, ${table}.scope, ${table}.level, ${table}.period, ${table}.part)
       = (saved.brand_id, saved.scope, saved.level, saved.period, saved.part) and ${table}.${name} is distinct from saved.${name}`,
  );
}

/** Puts the first quarter in the place of all others. */
async function misplaceQuarters({ pool }: Database): Promise<void> {
  await pool.query(
    `update quarter_tile set cells = (select cells from quarter_tile where brand_id = $1 order by quarter limit 1) where brand_id = $1`,
    [brand],
  );
}

describe('checking a brand', () => {
  it('is no idle transaction while it compares', async () => {
    const heard: string[] = [];
    await using db = await testDatabase({ onQuery: (sql) => heard.push(sql) });
    await recordAll(db, smallWorld());
    await rollBrands(db);
    heard.length = 0;
    await checkBrand(db, brand);
    const leisures = heard.filter((sql) => sql.includes('statement_timeout = 0'));
    expect(leisures.length).toBeGreaterThan(0);
    for (const sql of leisures) expect(sql).toContain('idle_in_transaction_session_timeout = 0');
  });

  it('finds a block in the place of another in every column of every kind of scope, and nothing once all is rebuilt', async () => {
    await using db = await testDatabase();
    await recordAll(db, [...withoutRuns, ...runs.map(distinctRun)]);
    await rollBrands(db);
    await db.pool.query('create table saved_tile as table tile; create table saved_tile_detail as table tile_detail');
    const stored = scopeKinds.flatMap((kind) =>
      everyLevel.flatMap((level) => [...storedColumns(kind, level)].map((column) => ({ kind, level, column }))),
    );
    const unnoticed: unknown[] = [];
    for (const place of stored) {
      expect(await exchange(db, place), JSON.stringify(place)).toBeGreaterThan(0);
      if ((await checkBrand(db, brand)).wrong.length === 0) unnoticed.push(place);
      await restore(db, place.column);
    }
    expect(unnoticed).toEqual([]);
    expect((await checkBrand(db, brand)).wrong).toEqual([]);
    await misplaceQuarters(db);
    expect((await checkBrand(db, brand)).wrong).not.toEqual([]);
    await markEverything(db.pool, brand);
    await rollBrands(db);
    expect((await checkBrand(db, brand)).wrong).toEqual([]);
  });

  it.each([
    ['are gone', 'delete from tile where brand_id = $1 and scope < 0'],
    ['are corrupt', 'update tile set day_runs = substr(day_runs, 2) where brand_id = $1 and scope < 0'],
    ['have no cells', 'delete from tile_detail where brand_id = $1 and scope < 0'],
    ['have other cells', 'update tile_detail set day_cells = day_citations where brand_id = $1 and scope < 0'],
  ])('finds tiles of prompts where they %s, and nothing once all is rebuilt', async (_, damage) => {
    await using db = await testDatabase();
    await recordAll(db, [...smallWorld(), ...runs]);
    await rollBrands(db);
    expect((await checkBrand(db, brand)).wrong).toEqual([]);
    await db.pool.query(damage, [brand]);
    const { wrong } = await checkBrand(db, brand);
    const january = { start: Date.parse('2026-01-01T00:00:00Z'), end: Date.parse('2026-02-01T00:00:00Z') };
    expect(wrong).toContainEqual(expect.objectContaining({ promptId: prompts.best, window: january }));
    await markEverything(db.pool, brand);
    await rollBrands(db);
    expect((await checkBrand(db, brand)).wrong).toEqual([]);
  });
});
