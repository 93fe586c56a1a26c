// Everything that is done with brands, statement by statement: each names the brands of all tables of brands in it, so that on a cluster it is sent to
// their nodes alone. What is over all brands by nature is listed here, and is all there is of it.

import { expect, inject, it } from 'vitest';
import { joinPlacements } from '../../src/database/citus/placement.js';
import { readMigrations } from '../../src/database/migrate.js';
import { exportRecords } from '../../src/recording/export/export.js';
import type { ExportSelection } from '../../src/recording/export/export-rows.js';
import { checkBrand } from '../../src/tiles/check.js';
import { brandsToRoll } from '../../src/tiles/roll/due.js';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { countMarks, oldestMark } from '../../src/tiles/roll/waiting.js';
import { markEverything } from '../../src/tiles/stored/marks.js';
import { testApp } from '../support/app.js';
import { graphqlWays, restWays, type Way } from '../support/isolation/walk.js';
import { ours, recordBrands, siblings, theirs } from '../support/isolation/world.js';
import { recordAll } from '../support/records.js';
import { shared, sharedDatabase } from '../support/shared.js';
import { overAllBrands, overAllBrandsAtOnce } from '../support/statements/over-all-brands.js';
import { unboundTables } from '../support/statements/unbound.js';

const brands = [ours, siblings, theirs];
const placements = joinPlacements(await readMigrations());
let statements = new Set<string>();
const db = await sharedDatabase(recordBrands, { onQuery: (sql) => statements.add(sql) });
const limits = { maxQueryCost: 1_000_000_000, maxQueryTokens: 100_000 };
// The server sends what it sends to a cluster, of which any PostgreSQL understands all.
const app = await shared(testApp({ ...db, isDistributed: true }, limits));

/** What each statement leaves unbound, once it is known. */
const unbound = new Map<string, readonly string[]>();

/** The statements of `work`, with what each leaves unbound; those that leave nothing are left out. */
async function unboundIn(work: () => Promise<unknown>): Promise<readonly string[]> {
  statements = new Set();
  await work();
  expect(statements.size).toBeGreaterThan(0);
  const found: string[] = [];
  for (const sql of statements) {
    const faults = unbound.get(sql) ?? (await unboundTables(sql, placements));
    unbound.set(sql, faults);
    if (faults.length > 0) found.push(`${faults.join(', ')}: ${sql}`);
  }
  return found;
}

/** Every way there is to ask, about several brands, and in the first state about one as well; in the others some of the ways. */
async function askEverything(state: number): Promise<void> {
  const isFirst = state === 0;
  const narrow = restWays().filter(({ isNarrow }) => isNarrow);
  // Lines of text and of JSON are made of the same rows.
  const wide = restWays().filter(({ headers, isNarrow }) => !isNarrow && headers?.accept !== 'text/csv');
  const ways = [...wide, ...narrow.filter((_, index) => isFirst || index % 3 === state)];
  for (const { name, ask, headers = {} } of ways)
    expect({ name, status: (await app.send(ask(ours), { headers })).status }).toEqual({ name, status: 200 });
  // The last way of each field gives every argument.
  const asked = isFirst ? graphqlWays() : [...new Map(graphqlWays().map((way) => [fieldOf(way), way])).values()];
  for (const { name, ask } of asked) {
    // Two are as many as a list needs.
    const aliases = [ours, theirs].map((ids, index) => `q${index}: ${ask(ids)}`);
    for (const selections of isFirst ? [aliases.slice(0, 1), aliases] : [aliases]) {
      const { body } = await app.graphql(`{ ${selections.join(' ')} }`);
      expect({ name, errors: body.errors }).toEqual({ name, errors: undefined });
    }
  }
}

const fieldOf = ({ name }: Way) => name.split('(')[0];

/** Runs of a brand, some of which replace what is recorded. */
async function recordMore(): Promise<void> {
  const more = Array.from({ length: 40 }, (_, index) => ({
    type: 'run',
    id: `00000000-0000-4000-8000-${String(index % 30).padStart(12, '0')}`,
    promptId: brands[index % 3]?.promptId,
    model: `model-${index % 5}`,
    provider: 'provider',
    webSearchEnabled: true,
    createdAt: `2026-0${1 + (index % 3)}-0${1 + (index % 9)}T10:00:00Z`,
    answer: `Answer ${index}`,
    webQueries: [`query ${index}`],
    citations: [{ url: `https://example.com/${index}`, title: `Title ${index}` }],
    brandMentioned: true,
    competitorsMentioned: [`Company ${index}`],
  }));
  const { rejected } = await recordAll(db, more, { batches: 7 });
  expect(rejected.map(({ faults }) => faults)).toEqual([]);
}

/** Gives a prompt other tags, which moves its runs between tiles. */
async function retag(): Promise<void> {
  const prompts = brands.map(({ brandId, promptId }) => {
    return { type: 'prompt', id: promptId, brandId, text: 'another text', tags: ['shared', 'other'] };
  });
  expect((await recordAll(db, prompts)).rejected).toEqual([]);
}

/** Breaks the blocks of every kind of tile. */
async function corruptTiles(): Promise<void> {
  await rollBrands(db);
  for (const [table, column] of [
    ['quarter_tile', 'cells'],
    ['tile', 'sums'],
    ['tile', 'day_runs'],
    ['posting', 'counts'],
  ])
    await db.pool.query(`update ${table} set ${column} = decode('ff', 'hex') || ${column}`);
}

it.each([
  ['with half of its runs in tiles', 0, async () => {}],
  ['with runs that were replaced, and prompts on the move between tags', 1, () => recordMore().then(retag)],
  ['with corrupt tiles', 2, corruptTiles],
] as const)('is so where a server reads a database %s', async (_, state, change) => {
  await change();
  expect(await unboundIn(() => askEverything(state))).toEqual([]);
});

it('is so where runs are recorded and rolled', async () => {
  expect(
    await unboundIn(async () => {
      await recordMore();
      for (const { brandId } of brands) await rollBrand(db, brandId);
      await retag();
      await recordMore();
      for (const { brandId } of brands) await markEverything(db.pool, brandId);
      for (const { brandId } of brands) await rollBrand(db, brandId);
    }),
  ).toEqual([]);
});

it('is so where tiles are checked and brands are exported', async () => {
  expect(
    await unboundIn(async () => {
      for (const { brandId } of brands) await checkBrand(db, brandId);
      await exportAll({ brandIds: [ours.brandId], from: null, to: null });
    }),
  ).toEqual([]);
});

async function exportAll(selection: ExportSelection): Promise<void> {
  for await (const _ of exportRecords(db, selection)) {
    /* all of it is read */
  }
}

it('is otherwise only where all brands are meant, in the statements of the list', async () => {
  const found = await unboundIn(async () => {
    await exportAll({ brandIds: null, from: null, to: null });
    await exportAll({ brandIds: null, from: Date.parse('2026-01-01'), to: Date.parse('2027-01-01') });
    await recordMore();
    await brandsToRoll(db);
    await countMarks(db);
    await oldestMark(db);
    await rollBrands(db);
  });
  const sqls = found.map((each) => each.slice(each.indexOf(': ') + 2));
  const listed = inject('nodes').length > 1 ? overAllBrands : [...overAllBrands, ...overAllBrandsAtOnce];
  const namesOf = (sql: string) => listed.flatMap(([name, pattern]) => (pattern.test(sql) ? [name] : []));
  expect(sqls.filter((sql) => namesOf(sql).length !== 1)).toEqual([]);
  expect(sqls.flatMap(namesOf).sort()).toEqual(listed.map(([name]) => name).sort());
});
