// What is asked of brands of every size: figures, first pages of lists, pages of runs.

import type { Database } from '../../src/database/postgres.js';
import { unlimited } from '../../src/domain/budget.js';
import type { PageAsk } from '../../src/domain/run.js';
import type { Ask } from '../../src/domain/summary.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
import { createListCache, readLists } from '../../src/tiles/lists/read-lists.js';
import { type Contestant, coldTilesContestant, pagesTouched, tilesContestant } from '../contestant.js';
import { listQuestions } from '../lists/asks.js';
import { onDamage } from '../lists/lists.js';
import { pageAsk, question, windowDays } from '../questions.js';
import { commonTag, promptsOf, type World } from '../world.js';

interface GrowthQuestion {
  readonly name: string;
  readonly read: () => Promise<unknown>;
  /** Bytes of database pages that the first read touches. */
  readonly bytesRead: () => Promise<number>;
}

export function growthQuestions(db: Database, world: World): readonly GrowthQuestion[] {
  return [...figures(db, world), ...listPages(db, world), ...runPages(db, world)];
}

function figures(db: Database, { brandId }: World): readonly GrowthQuestion[] {
  const [warm, cold] = [tilesContestant(db), coldTilesContestant(db)];
  const asks: readonly (readonly [name: string, Contestant, Ask])[] = [
    ...windowDays.map((days) => [`${days} ${days === 1 ? 'day' : 'days'}`, warm, question(brandId, days)] as const),
    ['90 days, one tag', warm, question(brandId, 90, { tags: [commonTag] })],
    ['90 days, one model', warm, question(brandId, 90, { model: 'gemini' })],
    ['90 days, tiles not in memory', cold, question(brandId, 90)],
  ];
  return asks.map(([name, contestant, ask]) => ({
    name: `figures of ${name}`,
    read: () => contestant.read(ask),
    bytesRead: async () => (await cold.bytesRead?.(ask)) ?? Number.NaN,
  }));
}

function listPages(db: Database, { brandId }: World): readonly GrowthQuestion[] {
  const cache = createListCache();
  return listQuestions(brandId)
    .filter(({ name }) => name.endsWith('first page'))
    .map(({ name, ask }) =>
      fromDatabase(db, `list of ${name}`, (client) => readLists(client, [ask], { cache, onDamage, budget: unlimited })),
    );
}

function runPages(db: Database, world: World): readonly GrowthQuestion[] {
  const asks: Readonly<Record<string, Partial<PageAsk>>> = {
    'runs of a prompt, page 2': { promptId: promptsOf(world)[0]?.id ?? '', page: 2, parts: new Set(['rows', 'total']) },
    'answers of the brand': {},
    'answers of the brand, one tag': { tags: [commonTag] },
  };
  return Object.entries(asks).map(([name, special]) =>
    fromDatabase(db, name, (client) => readPlacedPages(client, [pageAsk(world.brandId, special)])),
  );
}

type Work = Parameters<typeof pagesTouched>[1];

function fromDatabase(db: Database, name: string, work: Work): GrowthQuestion {
  return { name, read: () => db.snapshot(work), bytesRead: () => pagesTouched(db, work) };
}
