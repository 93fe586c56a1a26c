// Pages of the answers of a brand: placed by the counts of tiles, against filtering and counting rows. The third page, so that a cursor is read.

import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/postgres.js';
import type { PageAsk, RunPage } from '../../src/domain/run.js';
import { readPages } from '../../src/runs/page.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
import { createTileCache, type TileCache } from '../../src/tiles/kept/tile-cache.js';
import { only } from '../contestant.js';
import { measure, timed } from '../measure.js';
import { pageAsk } from '../questions.js';
import { commonTag, competitorName } from '../world.js';

const rare = competitorName(10);

const filters: Readonly<Record<string, Partial<PageAsk>>> = {
  'no filter': {},
  'one model': { model: 'grok' },
  'one tag': { tags: [commonTag] },
  'outcome gap': { outcome: 'gap' },
  'a company': { company: rare },
  'company, model and gap': { company: rare, model: 'grok', outcome: 'gap' },
  'company, tag, model and gap': { company: rare, tags: ['topic-3'], model: 'grok', outcome: 'gap' },
};

type Reader = (client: pg.ClientBase, asks: readonly PageAsk[]) => Promise<readonly RunPage[]>;

/** With what a server keeps of tiles, and without: the first read. */
export async function benchAnswers(db: Database, brandId: string) {
  const cache = createTileCache(readConfig({}).tileCacheBytes);
  const readings = [];
  for (const [name, filter] of Object.entries(filters))
    readings.push(await compare(db, cache, name, pageAsk(brandId, filter)));
  return readings;
}

async function compare(db: Database, cache: TileCache | null, name: string, first: PageAsk) {
  const read = (reader: Reader, ask: PageAsk) => db.snapshot(async (client) => only(await reader(client, [ask])));
  const fromTiles: Reader = (client, asks) => readPlacedPages(client, asks, { cache });
  const fromNothing: Reader = (client, asks) => readPlacedPages(client, asks);
  let ask = first;
  for (let page = 1; page < 3; page++) ask = { ...first, after: (await read(fromTiles, ask)).next };
  const raw = await timed(() => read(readPages, ask));
  for (const reader of [fromTiles, fromNothing])
    if (!isDeepStrictEqual(raw.value, await read(reader, ask))) throw new Error(`${name}: the pages differ.`);
  const timing = (reader: Reader) => measure(() => read(reader, ask));
  const [placed, cold] = [await timing(fromTiles), await timing(fromNothing)];
  const again = await timed(() => read(readPages, ask));
  const rawMs = Math.min(raw.ms, again.ms);
  const [ms, coldMs] = [placed.median.toFixed(1), cold.median.toFixed(1)];
  process.stderr.write(`  answers, ${name}: ${ms} ms, not in memory ${coldMs}, rows ${rawMs.toFixed(0)} ms\n`);
  return { name, total: raw.value.total ?? 0, placed, cold, rawMs };
}
