// What is kept of tiles and names, by two processes, through all that happens to a brand: recordings, replaced runs, changes of tags and texts, rolling
// and repairs.
// Whenever they are asked, both answer as arrays alone do.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { markEverything } from '../../src/tiles/stored/marks.js';
import { testApp } from '../support/app.js';
import { expectBreakdowns } from '../support/breakdowns.js';
import { expectAnswers, expectSame, often, propertyTimeoutMs } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { worldOf } from '../support/naive/world.js';
import { type BreakdownPlan, breakdownPlans, breakdownQuestionFor } from '../support/random/breakdown-questions.js';
import { type QuestionPlans, questionPlans, questionsFor } from '../support/random/questions.js';
import { type RandomWorld, randomWorlds } from '../support/random/world.js';
import { graphqlReader, restReader } from '../support/readers.js';
import { recordAll } from '../support/records.js';
import { unbounded } from '../support/stages.js';

/** What happens after some of the records, before the questions. */
const steps = fc.record({
  records: fc.nat(120),
  isRolled: fc.boolean(),
  isMarked: fc.nat(9).map((number) => number === 0),
  /** Questions are asked again and again, because what is kept has to be found. */
  rounds: fc.integer({ min: 1, max: 2 }),
});
type Step = typeof steps extends fc.Arbitrary<infer Of> ? Of : never;

it.each([
  ['as much as fits', 2 ** 27],
  ['little', 100_000],
])(
  'keeping %s of the tiles never changes an answer',
  async (_, tileCacheBytes) => {
    const property = fc.asyncProperty(
      randomWorlds(260),
      questionPlans(6),
      fc.array(breakdownPlans, { minLength: 1, maxLength: 3 }),
      fc.array(steps, { minLength: 2, maxLength: 5 }),
      (world, plans, grouped, history) => live({ ...world, plans, grouped, history, tileCacheBytes }),
    );
    await fc.assert(property, often(4));
  },
  propertyTimeoutMs,
);

interface Life extends RandomWorld {
  readonly plans: QuestionPlans;
  readonly grouped: readonly BreakdownPlan[];
  readonly history: readonly Step[];
  readonly tileCacheBytes: number;
}

async function live({ records, turn, plans, grouped, history, tileCacheBytes }: Life): Promise<void> {
  await using db = await testDatabase();
  await using other = connect(db.url, { poolSize: 4, statementTimeoutMs: 60_000, isDistributed: db.isDistributed });
  const config = { ...unbounded, tileCacheBytes, answerCacheBytes: 0 };
  const apps = [await testApp(db, config), await testApp(other, config)];
  const readers = apps.flatMap((app) => [restReader(app), graphqlReader(app)]);
  let end = 0;
  for (const step of [...history, { records: records.length, isRolled: true, isMarked: false, rounds: 2 }]) {
    await recordAll(db, records.slice(end, end + step.records), { batches: 50 });
    end += step.records;
    if (step.isMarked) for (const { id } of await db.prisma.brand.findMany()) await markEverything(db.pool, id);
    if (step.isRolled) await rollBrands(db);
    const world = worldOf(records.slice(0, end));
    if (world.brands.length === 0) continue;
    const questions = { ...questionsFor(plans, world, turn), runs: [], snapshots: [] };
    const breakdowns = grouped.map((plan) => breakdownQuestionFor(plan, world, turn));
    for (let round = 0; round < step.rounds; round++) {
      await expectAnswers(readers, world, questions);
      for (const app of apps) await expectBreakdowns(app, world, breakdowns);
    }
  }
  expectSame(
    apps.flatMap(({ logged }) => logged.filter(({ level }) => ['warn', 'error', 'fatal'].includes(String(level)))),
    [],
  );
  expect(end).toBeGreaterThanOrEqual(records.length);
}
