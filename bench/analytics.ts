// Analytics: every contestant runs the same queries on the same data; times are measured only after all figures agree.

import type { Database } from '../src/database/postgres.js';
import { leaveMarks, quarterOf } from '../src/tiles/stored/marks.js';
import { cellsContestant } from './cells.js';
import { type Contestant, rawContestant, tilesContestant } from './contestant.js';
import { fillWorld, openFolder, rollWorld, worldOf } from './data.js';
import { duckContestant } from './duck.js';
import { expectSame, type Figures } from './figures.js';
import { type Effort, measure, type Timing, timed } from './measure.js';
import { type BenchQuestion, commonQuestions, ownQuestions, question, windowEnd } from './questions.js';
import { type Storage, storageOf } from './storage.js';
import { dayMs } from './world.js';

/** How long one contestant takes for one question. */
export interface Reading {
  readonly contestant: string;
  readonly filter: string;
  readonly days: number;
  readonly timing: Timing;
  readonly bytes: number | null;
}

/** Everything measured on one brand. */
export interface Analytics {
  readonly runs: number;
  readonly readings: readonly Reading[];
  /** Milliseconds that the tiles of the whole brand took to make. */
  readonly rollMs: number;
  readonly storage: Storage;
}

const filter = { marked: 'one marked quarter hour' } as const;

export async function benchAnalytics(runs: number): Promise<Analytics> {
  const heard: string[] = [];
  await using db = await openFolder(String(runs), (sql) => heard.push(sql));
  const world = worldOf(runs);
  await fillWorld(db, world);
  const rollMs = await rollWorld(db, world);
  const [raw, tiles] = [rawContestant(db), fromTilesAlone(tilesContestant(db), heard)];
  const cells = await cellsContestant(db, world);
  await using duck = await duckContestant(db, world);
  const readings: Reading[] = [];
  for (const asked of commonQuestions(world.brandId))
    readings.push(...(await compare([raw, cells, duck, tiles], asked)));
  for (const asked of ownQuestions(world.brandId)) readings.push(...(await compare([raw, tiles], asked)));
  readings.push(
    ...(await withMark(db, world.brandId, () => compare([raw, tilesContestant(db)], marked(world.brandId)))),
  );
  return { runs, readings, rollMs, storage: await storageOf(db, duck.file) };
}

function marked(brandId: string): BenchQuestion {
  return { name: filter.marked, days: 90, ask: question(brandId, 90) };
}

/** Runs `work` while the tile of one quarter hour in the middle of the window is stale. */
async function withMark<T>(db: Database, brandId: string, work: () => Promise<T>): Promise<T> {
  const quarter = quarterOf(windowEnd - 40 * dayMs);
  await db.transaction((client) => leaveMarks(client, [{ brandId, quarter, added: null }]));
  try {
    return await work();
  } finally {
    await db.pool.query('delete from mark where brand_id = $1', [brandId]);
  }
}

/** Throws if the figures were computed from the raw rows instead. */
function fromTilesAlone(tiles: Contestant, heard: string[]): Contestant {
  return {
    ...tiles,
    async read(ask) {
      heard.length = 0;
      const summary = await tiles.read(ask);
      if (heard.some((sql) => /\bfrom run\b/.test(sql))) throw new Error('The tiles did not answer: the raw rows did.');
      return summary;
    },
  };
}

async function compare(
  contestants: readonly Contestant[],
  { name, days, ask }: BenchQuestion,
): Promise<readonly Reading[]> {
  process.stderr.write(`  ${name}, ${days} days:`);
  const first: { contestant: Contestant; ms: number; figures: Figures }[] = [];
  for (const contestant of contestants) {
    const { ms, value } = await timed(() => contestant.read(ask));
    expectSame(`${contestant.name}, ${name}, ${days} days`, first[0]?.figures ?? value, value);
    first.push({ contestant, ms, figures: value });
  }
  const readings: Reading[] = [];
  for (const { contestant, ms } of first) {
    const timing = await measure(effortFor(ms), () => contestant.read(ask));
    const bytes = (await contestant.bytesRead?.(ask)) ?? null;
    process.stderr.write(` ${timing.median.toFixed(1)}`);
    readings.push({ contestant: contestant.name, filter: name, days, timing, bytes });
  }
  process.stderr.write(' ms\n');
  return readings;
}

/** The first query was the warm-up. Slow queries are repeated only a few times. */
function effortFor(ms: number): Effort {
  return ms > 3_000 ? { least: 3, most: 3, budgetMs: 0 } : { least: 7, most: 200, budgetMs: 2_000 };
}
