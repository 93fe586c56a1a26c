// Pages of the long lists: tiles against SQL on raw rows, timed only after both give the same rows.

import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/postgres.js';
import { unlimited } from '../../src/domain/budget.js';
import { companySums } from '../../src/domain/company-sums.js';
import type { ListAsk, ListPage, PromptRow, QueryRow, SourceRow } from '../../src/domain/lists/lists.js';
import { createTileCache, type TileCache } from '../../src/tiles/kept/tile-cache.js';
import { createListCache, type ListCache, readLists } from '../../src/tiles/lists/read-lists.js';
import { fromTilesAlone, only } from '../contestant.js';
import { measure, timed } from '../measure.js';
import { type ListQuestion, listQuestions } from './asks.js';
import { type PlainPage, readRawList } from './raw.js';

/** Raw rows that take longer are not read a second time. */
const slowMs = 3_000;

/** `heard` collects the statements of `db`, so that rows read in place of tiles do not stay unnoticed. */
export async function benchPagesOfLists(db: Database, brandId: string, heard: string[]) {
  const readers = { cache: createListCache(), tileCache: createTileCache(readConfig({}).tileCacheBytes), heard };
  const readings = [];
  for (const question of listQuestions(brandId)) readings.push(await compare(db, question, readers));
  return readings;
}

interface Readers {
  readonly cache: ListCache;
  readonly tileCache: TileCache | null;
  readonly heard: string[];
}

async function compare(db: Database, { name, ask }: ListQuestion, readers: Readers) {
  const raw = () => db.snapshot((client) => readRawList(client, ask));
  const tiles = () => db.snapshot(async (client) => plainPage(await readPage(client, ask, readers)));
  const first = await timed(raw);
  const page = await tiles();
  expectEqual(name, first.value, page);
  const timing = await measure(tiles);
  const rawMs = first.ms > slowMs ? first.ms : (await timed(raw)).ms;
  process.stderr.write(`  ${name}: ${timing.median.toFixed(1)} ms, raw ${rawMs.toFixed(0)} ms\n`);
  return { name, tiles: timing, rawMs, rows: page.rows.length, total: page.total };
}

export function onDamage(): never {
  throw new Error('A tile is corrupt.');
}

async function readPage(client: Parameters<typeof readLists>[0], ask: ListAsk, { cache, tileCache, heard }: Readers) {
  const read = () => readLists(client, [ask], { cache, tileCache, onDamage, budget: unlimited });
  return { ask, page: only(await fromTilesAlone(heard, read)) };
}

function plainPage({ ask, page }: { readonly ask: ListAsk; readonly page: ListPage }): PlainPage {
  // safe because a page is of the kind of its ask
  const rows = page.rows.map((row) => {
    if (ask.kind === 'prompts') return plainPrompt(row as PromptRow);
    return ask.kind === 'queries' ? plainQuery(row as QueryRow) : plainSource(row as SourceRow);
  });
  return { total: page.total ?? 0, rows };
}

function plainPrompt({ id, runs, citations, brand, allMentions, leader, first, last, previous }: PromptRow) {
  const sums = companySums.map((sum) => brand[sum]);
  const named = [leader?.name ?? null, leader?.mentions ?? null];
  return [id, runs, citations, sums, allMentions, ...named, first, last, previous?.runs, previous?.brandMentions];
}

function plainSource({ domain, url, title, citations, runs, prompts, urls, previousCitations }: SourceRow) {
  return [url ?? domain, title, citations, runs, prompts, urls, previousCitations];
}

function plainQuery({ query, runs, prompts, models, brandMentions, previousRuns }: QueryRow) {
  return [query, runs, prompts, models, brandMentions, previousRuns];
}

function expectEqual(name: string, expected: PlainPage, given: PlainPage): void {
  if (isDeepStrictEqual(expected, given)) return;
  const [left, right] = [expected, given].map((page) => JSON.stringify(page).slice(0, 2_000));
  throw new Error(`${name}: the rows differ.\n${left}\n${right}`);
}
