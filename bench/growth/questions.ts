// What is asked of brands of every size: figures, first pages of lists, pages of runs.

import type { Database } from '../../src/database/postgres.js';
import { unlimited } from '../../src/domain/budget.js';
import type { PageAsk } from '../../src/domain/run.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { readPlacedPages } from '../../src/runs/placed-page.js';
import { createListCache, readLists } from '../../src/tiles/lists/read-lists.js';
import { coldTilesContestant, pagesTouched, tilesContestant } from '../contestant.js';
import { listQuestions } from '../lists/asks.js';
import { question, windowDays, windowEnd } from '../questions.js';
import { commonTag, dayMs, promptsOf, type World } from '../world.js';

export interface GrowthQuestion {
  readonly name: string;
  readonly read: () => Promise<unknown>;
  /** Bytes of database pages that the first read touches. */
  readonly bytesRead: () => Promise<number>;
}

export function growthQuestions(db: Database, world: World): readonly GrowthQuestion[] {
  return [...figureQuestions(db, world), ...listPages(db, world), ...runPages(db, world)];
}

function figureQuestions(db: Database, { brandId }: World): readonly GrowthQuestion[] {
  const [warm, cold] = [tilesContestant(db), coldTilesContestant(db)];
  const asks = [
    ...windowDays.map((days) => ({
      name: `figures of ${days} ${days === 1 ? 'day' : 'days'}`,
      ask: question(brandId, days),
    })),
    { name: 'figures of 90 days, one tag', ask: question(brandId, 90, { tags: [commonTag] }) },
    { name: 'figures of 90 days, one model', ask: question(brandId, 90, { model: 'gemini' }) },
  ];
  const warmed = asks.map(({ name, ask }) => ({
    name,
    read: () => warm.read(ask),
    bytesRead: async () => (await cold.bytesRead?.(ask)) ?? Number.NaN,
  }));
  const first = { name: 'figures of 90 days, tiles not in memory', ask: question(brandId, 90) };
  return [
    ...warmed,
    {
      name: first.name,
      read: () => cold.read(first.ask),
      bytesRead: async () => (await cold.bytesRead?.(first.ask)) ?? Number.NaN,
    },
  ];
}

function listPages(db: Database, { brandId }: World): readonly GrowthQuestion[] {
  const cache = createListCache();
  const onDamage = () => {
    throw new Error('A tile is corrupt.');
  };
  return listQuestions(brandId)
    .filter(({ name }) => name.endsWith('first page'))
    .map(({ name, ask }) =>
      fromDatabase(db, `list of ${name}`, (client) => readLists(client, [ask], { cache, onDamage, budget: unlimited })),
    );
}

function runPages(db: Database, world: World): readonly GrowthQuestion[] {
  const window = { start: windowEnd - 365 * dayMs, end: windowEnd };
  const promptId = promptsOf(world)[0]?.id ?? '';
  const { brandId } = world;
  const filters = { model: null, tags: [], outcome: 'all', company: null, items: [] } as const;
  const common = { brandId, window, ...filters, limit: 20, after: null };
  const parts = new Set(['rows', 'total', 'next'] as const);
  const answersOf = (tags: readonly string[]): PageAsk => {
    return { ...common, filter: noFilter, promptId: null, tags, page: 1, parts };
  };
  const page: PageAsk = { ...common, filter: noFilter, promptId, page: 2, parts: new Set(['rows', 'total']) };
  return [
    fromDatabase(db, 'runs of a prompt, page 2', (client) => readPlacedPages(client, [page])),
    fromDatabase(db, 'answers of the brand', (client) => readPlacedPages(client, [answersOf([])])),
    fromDatabase(db, 'answers of the brand, one tag', (client) => readPlacedPages(client, [answersOf([commonTag])])),
  ];
}

type Work = Parameters<typeof pagesTouched>[1];

function fromDatabase(db: Database, name: string, work: Work): GrowthQuestion {
  return { name, read: () => db.snapshot(work), bytesRead: () => pagesTouched(db, work) };
}
