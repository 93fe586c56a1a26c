// The long lists over random records: every order, filter and page, over REST and GraphQL, as text, and added up.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testApp } from '../support/app.js';
import { often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { expectLists, expectNestedLists, expectSums, expectWholeList } from '../support/lists/expect.js';
import { besideOf, listPlans, listQuestionFor } from '../support/random/list-questions.js';
import { randomWorlds } from '../support/random/world.js';
import { stages, unbounded } from '../support/stages.js';

const somePlans = fc.array(listPlans, { minLength: 1, maxLength: 12, size: 'max' });

describe.each(stages)('lists that are $name', (stage) => {
  it(
    'are those of the plain definition, the same as pages and as text, of the window before and of single prompts, and add up',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(200),
        somePlans,
        fc.nat(200),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const questions = plans.map((plan) => listQuestionFor(plan, world, turn));
          const beside = questions.flatMap((question) => besideOf(question, world));
          const app = await testApp(db, unbounded);
          await expectLists(app, world, [...questions, ...beside]);
          for (const question of questions.slice(0, 4)) {
            await expectNestedLists(app, world, question);
            await expectWholeList(app, world, question);
            await expectSums(app, question);
          }
        },
      );
      await fc.assert(property, often(4));
    },
    propertyTimeoutMs,
  );
});
