// The long lists over random records: every order, filter and page, over REST and GraphQL, as text, and added up.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testApp } from '../support/app.js';
import { often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { expectLists, expectNestedLists, expectSums, expectWholeList } from '../support/lists/expect.js';
import { besideOf, listPlans, listQuestionFor } from '../support/random/list-questions.js';
import { randomWorlds } from '../support/random/world.js';
import { plainStage, rolledStages, type Stage } from '../support/readers.js';
import { damagedStage } from '../support/stages.js';

const stages: readonly Stage[] = [plainStage, ...rolledStages, damagedStage];

/** Documents ask for more at once than a client may. */
const unbounded = { maxQueryCost: 100_000_000, maxAnswerBytes: 1_000_000_000 };

const somePlans = (maxLength: number) => fc.array(listPlans, { minLength: 1, maxLength, size: 'max' });

describe.each(stages)('lists that are $name', (stage) => {
  it(
    'are those of the plain definition over REST and over GraphQL',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(200),
        somePlans(12),
        fc.nat(200),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const questions = plans.map((plan) => listQuestionFor(plan, world, turn));
          const beside = questions.flatMap((question) => besideOf(question, world));
          await expectLists(await testApp(db, unbounded), world, [...questions, ...beside]);
        },
      );
      await fc.assert(property, often(4));
    },
    propertyTimeoutMs,
  );

  it(
    'are the same as pages and as text, of the window before and of single prompts, and add up to the summary',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(120),
        somePlans(4),
        fc.nat(120),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const app = await testApp(db, unbounded);
          for (const plan of plans) {
            const question = listQuestionFor(plan, world, turn);
            await expectNestedLists(app, world, question);
            await expectWholeList(app, world, question);
            await expectSums(app, question);
          }
        },
      );
      await fc.assert(property, often(2));
    },
    propertyTimeoutMs,
  );
});
