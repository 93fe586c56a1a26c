// Random records through the real recorder, random questions through the whole application, and arrays alone beside them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { argumentsOf } from '../support/arguments.js';
import { expectAnswers, expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import * as naive from '../support/naive/analytics.js';
import { type Comparison, comparedOf } from '../support/naive/compared.js';
import { rangeOf } from '../support/naive/selection.js';
import { comparisonPlans, writeComparison } from '../support/random/comparisons.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { figures } from '../support/reader-documents.js';
import { openReaders, plainStage, rolledStages, type Stage } from '../support/readers.js';

const stages: readonly Stage[] = [plainStage, ...rolledStages];

describe.each(stages)('figures that are $name', (stage) => {
  it(
    'are those of the plain definition over REST and over GraphQL',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(300),
        questionPlans(10),
        fc.nat(300),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const { analytics, snapshots } = questionsFor(plans, world, turn);
          await expectAnswers(await openReaders(db), world, { analytics, snapshots, runs: [] });
        },
      );
      await fc.assert(property, often(8));
    },
    propertyTimeoutMs,
  );

  it(
    'are the same when many questions are asked at once, each with the window that it is compared with',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(120),
        questionPlans(8),
        fc.tuple(fc.nat(120), fc.array(comparisonPlans, { minLength: 8, maxLength: 8 })),
        async ({ turn, records }, plans, [cut, comparisons]) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const analytics = questionsFor(plans, world, turn).analytics.map((question, index) => {
            return { ...question, ...writeComparison(turn, comparisons[index]) };
          });
          const { body } = await (await testApp(db, { maxQueryCost: 10_000_000 })).graphql(documentOf(analytics));
          expect(body.errors).toBeUndefined();
          for (const [index, question] of analytics.entries()) {
            const compared = comparedOf(question);
            const previous = compared && naive.brandAnalytics(world, { ...question, ...rangeOf(compared) });
            const expected = { ...naive.brandAnalytics(world, question), previous };
            expectSame(body.data[`question${index}`], expected);
          }
        },
      );
      await fc.assert(property, often(4));
    },
    propertyTimeoutMs,
  );
});

/** One document that asks everything, an alias each. */
function documentOf(questions: readonly (naive.AnalyticsQuestion & Comparison)[]): string {
  const fields = questions.map((question, index) => {
    return `question${index}: brandAnalytics(${argumentsOf(question)}) { ${figures} previous { ${figures} } }`;
  });
  return `{ ${fields.join('\n')} }`;
}
