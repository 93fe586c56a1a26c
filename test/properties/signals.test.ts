// Signals over random records: all hypotheses, filters, levels and limits, beside the plain definition.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testApp } from '../support/app.js';
import { often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { signalPlans, signalsQuestionFor } from '../support/random/signal-questions.js';
import { randomWorlds } from '../support/random/world.js';
import { expectAllSignals, expectSignals } from '../support/signals.js';
import { stages, unbounded } from '../support/stages.js';

describe.each(stages)('signals of runs that are $name', (stage) => {
  it(
    'are those of the plain definition in every format',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(500, true),
        fc.array(signalPlans, { minLength: 1, maxLength: 6, size: 'max' }),
        fc.nat(400),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const questions = plans.map((plan) => signalsQuestionFor(plan, world, turn));
          const app = await testApp(db, unbounded);
          await expectSignals(app, world, questions);
          for (const question of questions.slice(0, 2)) await expectAllSignals(app, question);
        },
      );
      await fc.assert(property, often(3));
    },
    propertyTimeoutMs,
  );
});
