// Questions that differ in their model alone: read as one, answered as each alone.

import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import type { Statement } from '../../src/database/watched.js';
import { noFilter } from '../../src/domain/selection/run-filter.js';
import { type Ask, everyPart, type Part, type Question } from '../../src/domain/summary.js';
import { parseWindow } from '../../src/domain/window.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import type { AnalyticsQuestion } from '../support/naive/analytics.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { rolledStages } from '../support/readers.js';
import { recordAll } from '../support/records.js';

const maxDays = 3_660;

it.each(rolledStages)(
  'are answered as each of them alone and as the raw rows say, $name',
  async (stage) => {
    const property = fc.asyncProperty(
      randomWorlds(150),
      questionPlans(4),
      fc.nat(150),
      fc.subarray([...everyPart], { minLength: 1 }),
      async ({ turn, records }, plans, cut, parts) => {
        await using db = await testDatabase();
        const world = await recordWorld(db, { records, stage, cut });
        const { rows } = await db.pool.query<{ id: string }>('select id from model');
        const models = [null, ...rows.map(({ id }) => id), 'no such model'];
        const asks = questionsFor(plans, world, turn).analytics.flatMap((question) =>
          models.map((model): Ask => ({ question: { ...toQuestion(question), model }, parts: new Set(parts) })),
        );
        await expectEqual(db, asks);
      },
    );
    await fc.assert(property, often(5));
  },
  propertyTimeoutMs,
);

async function expectEqual(db: Database, asks: readonly Ask[]): Promise<void> {
  await db.snapshot(async (client) => {
    const together = (await readTiles(client, asks)).map(inOrder);
    deepStrictEqual(together, (await readRaw(client, asks)).map(inOrder));
    for (const [index, ask] of asks.entries()) {
      deepStrictEqual((await readTiles(client, [ask])).map(inOrder), [together[index]]);
    }
  });
}

function toQuestion({ brandId, start, end, tags, timeZone }: AnalyticsQuestion): Question {
  const window = parseWindow(start, end);
  if (!('start' in window)) throw new Error(`${start} to ${end} is no window`);
  const series = { timeZone: timeZone ?? 'UTC', maxDays };
  return { brandId, window, model: null, tags: tags ?? [], filter: noFilter, promptId: null, outcome: 'all', series };
}

/** Runs of five models over two months, and of one of them a run that no tile holds yet. */
const models = ['m0', 'm1', 'm2', 'm3', 'm4'];
const promptId = '6f1f0000-0000-4000-8000-000000000000';
const records = [
  { type: 'organization', id: 'o', name: 'O' },
  { type: 'brand', id: 'b', organizationId: 'o', name: 'B' },
  { type: 'prompt', id: promptId, brandId: 'b', text: 'best crm', tags: ['t'] },
  ...Array.from({ length: 200 }, (_, index) => runOf(index)),
];

function runOf(index: number) {
  return {
    type: 'run',
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    promptId,
    model: models[index % models.length],
    provider: 'p',
    webSearchEnabled: true,
    createdAt: new Date(Date.UTC(2026, 0, 20, index * 5)).toISOString(),
    brandMentioned: index % 2 === 0,
    competitorsMentioned: ['Globex'],
    citations: [{ url: `https://${index % 7}.example/${index}` }],
  };
}

/** The statements of one read, and the bytes that they copied. */
async function costOf(asks: readonly Ask[], db: Database, statements: Statement[]) {
  statements.length = 0;
  await db.snapshot((client) => readTiles(client, asks));
  return {
    statements: statements.length,
    bytes: statements.reduce((total, { copiedBytes }) => total + copiedBytes, 0),
  };
}

it.each([[[]], [['t']]])('are read with the statements and the bytes of one, with tags %j', async (tags) => {
  const statements: Statement[] = [];
  await using db = await testDatabase({ onStatement: (statement) => statements.push(statement) });
  await recordAll(db, records);
  await rollBrands(db);
  await recordAll(db, [runOf(200)]);
  const question = { brandId: 'b', start: '2026-01-20T09:30:00Z', end: '2026-03-01T00:00:00Z', tags };
  const besideItems = everyPart.filter((part) => !part.endsWith('Items'));
  for (const parts of [
    everyPart,
    besideItems,
    ['sums', 'prompts', 'distinct'],
    ['sums'],
  ] as readonly (readonly Part[])[]) {
    const askOf = (model: string | null): Ask => ({
      question: { ...toQuestion(question), model },
      parts: new Set(parts),
    });
    const one = await costOf([askOf('m0')], db, statements);
    expect(one.bytes).toBeGreaterThan(100);
    expect(await costOf(models.map(askOf), db, statements)).toEqual(one);
    const all = await costOf([null, ...models].map(askOf), db, statements);
    // What is not filtered counts items from blocks of their own.
    if (parts === everyPart) expect(all.statements).toBe(one.statements);
    else expect(all).toEqual(one);
  }
});
