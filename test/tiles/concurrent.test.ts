// Tiles against raw rows, in one snapshot each, while recorders write, tags change and rollers roll at the same time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { quarterMs } from '../../src/domain/limits.js';
import { outcomes } from '../../src/domain/outcome.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, allRuns, everyPart, type Part } from '../../src/domain/summary.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { TileCache } from '../../src/tiles/kept/tile-cache.js';
import { monthLevel } from '../../src/tiles/packed/levels.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { markStale, quarterOf } from '../../src/tiles/stored/marks.js';
import { factor, often } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import {
  base,
  batchOf,
  brandId,
  runIds,
  runOf,
  spanQuarters,
  start,
  tags,
  windowOf,
} from '../support/random/busy-brand.js';
import { numbersFrom, type Pick, some } from '../support/random/mulberry.js';
import { recordAll } from '../support/records.js';

/** `npm run test:long` asks and records more. */
const isLong = factor >= 1;
const rounds = isLong ? 4 : 2;
const batches = isLong ? 8 : 5;
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
/** What hours hold, and what they do not. */
const ofHours: readonly Part[] = ['sums', 'days', 'prompts', 'distinct'];
const parts: ReadonlySet<Part> = new Set(everyPart);

function askOf(pick: Pick): Ask {
  const model = ['chatgpt', 'gemini', null, null][pick(4)] ?? null;
  const series = { timeZone: zones[pick(zones.length)] ?? 'UTC', maxDays: 3_660 };
  return {
    question: {
      brandId,
      window: windowOf(pick),
      model,
      tags: pick(2) === 0 ? some(pick, tags) : [],
      filter: noFilter,
      promptId: null,
      outcome: outcomes[pick(2) * pick(4)] ?? 'all',
      series,
    },
    parts: pick(2) === 0 ? parts : new Set(ofHours),
  };
}

/** Answers from raw rows, from tiles, and from what `cache` has kept of them since it was created. */
async function compare(db: Database, pick: Pick, cache: TileCache): Promise<void> {
  const asks = Array.from({ length: isLong ? 4 : 2 }, () => askOf(pick));
  const [raw, tiles, kept] = await db.snapshot(async (client) => [
    await readRaw(client, asks),
    await readTiles(client, asks),
    await readTiles(client, asks, { cache }),
  ]);
  expect(tiles?.map(inOrder)).toEqual(raw?.map(inOrder));
  expect(kept?.map(inOrder)).toEqual(raw?.map(inOrder));
}

describe('tiles', () => {
  it('answer as the raw rows do at every instant, with recorders, rollers and tag changes all at work', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
      await using db = await testDatabase();
      const [pick, cache] = [numbersFrom(seed), new TileCache(2 ** 26)];
      await recordAll(db, base(pick));
      const recorder = async (own: Pick) => {
        for (let batch = 0; batch < batches; batch++) await recordAll(db, batchOf(own));
      };
      let isBusy = true;
      const whileBusy = async (work: () => Promise<unknown>) => {
        while (isBusy) await work();
      };
      const others = [
        whileBusy(() => rollBrands(db)),
        whileBusy(() => rollBrands(db, { skipWhenBusy: true, settledMs: 100 })),
        whileBusy(() => compare(db, pick, cache)),
      ];
      await Promise.all([recorder(numbersFrom(seed + 1)), recorder(numbersFrom(seed + 2))]).finally(() => {
        isBusy = false;
      });
      await Promise.all(others);
      await compare(db, pick, cache);
      await rollBrands(db);
      for (let round = 0; round < rounds; round++) await compare(db, pick, cache);
      const { rows } = await db.pool.query('select from mark');
      expect(rows).toHaveLength(0);
    });
    await fc.assert(property, { ...often(3), endOnFailure: true });
  });

  it('that are corrupt are not believed, and are rebuilt by the next roll', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
      await using db = await testDatabase();
      const [pick, cache] = [numbersFrom(seed), new TileCache(2 ** 26)];
      await recordAll(db, [...base(pick), ...runIds.map((id) => runOf(pick, id))]);
      await rollBrands(db);
      await db.pool.query(
        `update tile set sums = set_byte(sums, 7, get_byte(sums, 7) # 4), urls = substr(urls, 1, 5) where period % 3 = $1 or level = $2`,
        [pick(3), monthLevel],
      );
      await db.pool.query(
        `update tile_detail set quarters = '', prompt_figures = substr(prompt_figures, 3), company_quarters = substr(company_quarters, 9) where period % 4 = $1`,
        [pick(4)],
      );
      await db.pool.query(`update quarter_tile set cells = substr(cells, 1, 9) where quarter % 5 = $1`, [pick(5)]);
      await db.pool.query(
        `update posting set counts = substr(counts, 2), entries = set_byte(entries, 5, get_byte(entries, 5) # 9) where period % 6 = $1`,
        [pick(6)],
      );
      for (let round = 0; round < rounds; round++) await compare(db, pick, cache);
      await recordAll(db, batchOf(pick));
      await compare(db, pick, cache);
      expect(await corruptBrands(db)).toEqual([brandId]);
      await markStale(db.pool, brandId, { first: quarterOf(wholeWindow.start), last: quarterOf(wholeWindow.end) - 1 });
      await rollBrands(db);
      expect(await corruptBrands(db)).toEqual([]);
      for (let round = 0; round < rounds; round++) await compare(db, pick, cache);
    });
    await fc.assert(property, { ...often(3), endOnFailure: true });
  });
});

const wholeWindow = { start: start - 96 * quarterMs, end: start + (spanQuarters + 96) * quarterMs };
const wholeAsk: Ask = {
  question: {
    brandId,
    window: wholeWindow,
    ...allRuns,
    series: { timeZone: 'UTC', maxDays: 3_660 },
  },
  parts,
};

/** The brands whose tiles a question about the whole time finds corrupt. */
async function corruptBrands(db: Database): Promise<readonly string[]> {
  const corrupt = new Set<string>();
  await db.snapshot((client) => readTiles(client, [wholeAsk], { onDamage: ({ brandId }) => corrupt.add(brandId) }));
  return [...corrupt];
}
