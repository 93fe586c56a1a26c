// Pages of the answers of a brand: placed by the counts of tiles, against filtering and counting rows. The third page, so that a cursor is read.

import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Database } from '../../src/database/postgres.js';
import type { PageAsk, RunPage } from '../../src/domain/run.js';
import { readPages } from '../../src/runs/page.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
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

export async function benchAnswers(db: Database, brandId: string) {
  const readings = [];
  for (const [name, filter] of Object.entries(filters))
    readings.push(await compare(db, name, pageAsk(brandId, filter)));
  return readings;
}

async function compare(db: Database, name: string, first: PageAsk) {
  const read = (reader: Reader, ask: PageAsk) => db.snapshot(async (client) => only(await reader(client, [ask])));
  let ask = first;
  for (let page = 1; page < 3; page++) ask = { ...first, after: (await read(readPlacedPages, ask)).next };
  const raw = await timed(() => read(readPages, ask));
  const page = await read(readPlacedPages, ask);
  if (!isDeepStrictEqual(raw.value, page)) throw new Error(`${name}: the pages differ.`);
  const placed = await measure({ least: 7, most: 300, budgetMs: 2_000 }, () => read(readPlacedPages, ask));
  const again = await timed(() => read(readPages, ask));
  process.stderr.write(`  answers, ${name}: ${placed.median.toFixed(1)} ms, rows ${again.ms.toFixed(0)} ms\n`);
  return { name, total: page.total ?? 0, placed, rawMs: Math.min(raw.ms, again.ms) };
}
