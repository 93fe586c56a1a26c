// Long lists whose items fill several chunks: read from tiles, from tiles with changes, and from raw rows, they are the same.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { type TestApp, testApp } from '../support/app.js';
import { expectSame, often, propertyTimeoutMs } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { listsDocument } from '../support/lists/documents.js';
import { expectSums } from '../support/lists/expect.js';
import { listPath } from '../support/lists/paths.js';
import { type ListQuestion, listKinds, listOrders } from '../support/naive/lists/lists.js';
import { categories } from '../support/naive/lists/ownership.js';
import { numbersFrom } from '../support/random/mulberry.js';
import { wideBeginning, wideBrand, widePrompt, widePrompts, wideRun, wideStart } from '../support/random/wide-world.js';
import { recordAll } from '../support/records.js';
import { settleRows } from '../support/rows.js';

const questionCount = 16;
const runs = 1_200;
const dayMs = 86_400_000;

it(
  'lists of many items are the same from tiles and from raw rows',
  async () => {
    const property = fc.asyncProperty(fc.integer(), async (seed) => {
      const below = numbersFrom(seed);
      await using db = await testDatabase();
      const record = async (records: readonly unknown[]) => {
        expect((await recordAll(db, records)).rejected).toEqual([]);
      };
      await record([...wideBeginning(seed), ...Array.from({ length: runs }, (_, index) => wideRun(index, below))]);
      const app = await testApp(db, { maxQueryCost: 100_000_000, maxAnswerBytes: 1_000_000_000 });
      const questions = Array.from({ length: questionCount }, () => questionFrom(below));
      const raw = await answers(app, questions);
      await rollBrands(db);
      expectSame(await answers(app, questions), raw);
      for (const question of questions.slice(0, 4)) await expectSums(app, question);
      await record([
        ...Array.from({ length: 40 }, () => widePrompt(below(widePrompts), below)),
        ...Array.from({ length: 150 }, () => wideRun(below(2 * runs), below)),
      ]);
      const changed = await answers(app, questions);
      await rollBrands(db);
      expectSame(await answers(app, questions), changed);
      await dropTiles(db);
      expectSame(await answers(app, questions), changed);
    });
    await fc.assert(property, { ...often(1), endOnFailure: true });
  },
  propertyTimeoutMs,
);

/** As if nothing had been rolled. */
async function dropTiles(db: Database): Promise<void> {
  await db.pool.query('truncate quarter_tile, tile, tile_detail, posting');
  await settleRows(db, wideBrand);
}

/** A page of each list, and some of them whole. */
async function answers(app: TestApp, questions: readonly ListQuestion[]): Promise<readonly unknown[]> {
  const { body } = await app.graphql(listsDocument(questions));
  expect(body.errors).toBeUndefined();
  const whole: string[] = [];
  for (const { page: _, limit: __, ...question } of questions.slice(0, 6)) {
    const { text } = await app.send(listPath(question), { headers: { accept: 'text/csv' } });
    whole.push(text);
  }
  return [body.data, whole];
}

function questionFrom(below: (bound: number) => number): ListQuestion {
  const of = <T>(items: readonly T[]): T | undefined => items[below(items.length)];
  const kind = of(listKinds) ?? 'urls';
  const start = wideStart + below(40) * dayMs + (below(2) === 0 ? 0 : below(96) * 900_000);
  const end = start + (1 + below(60)) * dayMs + (below(2) === 0 ? 0 : below(96) * 900_000);
  const isOfSources = kind === 'domains' || kind === 'urls';
  return {
    kind,
    brandId: wideBrand,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    model: of([undefined, undefined, 'model-1']),
    tags: of([undefined, undefined, ['a'], ['b', 'c']]),
    orderBy: of(listOrders[kind]),
    direction: of(['asc', 'desc'] as const),
    outcome: kind === 'queries' ? undefined : of(['all', 'mentioned', 'absent', 'gap'] as const),
    category: isOfSources ? of([undefined, undefined, ...categories.map((each) => [each])]) : undefined,
    search: of([undefined, undefined, '7', 'SITE3', 'best']),
    page: of([1, 1, 2, 9]),
    limit: of([3, 20, 100]),
  };
}
