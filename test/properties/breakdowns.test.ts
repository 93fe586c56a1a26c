// Breakdowns over random records: all dimensions, orders, filters and pages, beside the plain definition.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testApp } from '../support/app.js';
import { expectBreakdowns, expectEqualities, expectWholeBreakdown } from '../support/breakdowns.js';
import { often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { breakdownPlans, breakdownQuestionFor } from '../support/random/breakdown-questions.js';
import { randomWorlds } from '../support/random/world.js';
import { stages, unbounded } from '../support/stages.js';

describe.each(stages)('breakdowns of runs that are $name', (stage) => {
  it(
    'are those of the plain definition in every format, and equal to summaries and lists',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(200),
        fc.array(breakdownPlans, { minLength: 1, maxLength: 6, size: 'max' }),
        fc.nat(200),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const questions = plans.map((plan) => breakdownQuestionFor(plan, world, turn));
          const app = await testApp(db, unbounded);
          await expectBreakdowns(app, world, questions);
          for (const question of questions.slice(0, 2)) await expectWholeBreakdown(app, world, question);
          for (const question of questions.slice(0, 3)) await expectEqualities(app, question);
        },
      );
      await fc.assert(property, often(3));
    },
    propertyTimeoutMs,
  );
});
