// Random records through the real recorder, random questions through the whole application, and arrays alone beside them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { argumentsOf } from '../support/arguments.js';
import { expectAnswers, expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import * as naive from '../support/naive/analytics.js';
import { type Comparison, comparedOf } from '../support/naive/compared.js';
import { rangeOf } from '../support/naive/selection.js';
import type { NaiveWorld } from '../support/naive/world.js';
import { comparisonPlans, writeComparison } from '../support/random/comparisons.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { figures } from '../support/reader-documents.js';
import { openReaders, plainStage, rolledStages, type Stage } from '../support/readers.js';

const stages: readonly Stage[] = [plainStage, ...rolledStages];

describe.each(stages)('figures that are $name', (stage) => {
  it(
    'are those of the plain definition over REST and over GraphQL, one by one and many at once',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(300),
        questionPlans(10),
        fc.tuple(fc.nat(300), fc.array(comparisonPlans, { minLength: 10, maxLength: 10 })),
        async ({ turn, records }, plans, [cut, comparisons]) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const { analytics, snapshots } = questionsFor(plans, world, turn);
          await expectAnswers(await openReaders(db), world, { analytics, snapshots, runs: [] });
          const compared = analytics.map((question, index) => {
            return { ...question, ...writeComparison(turn, comparisons[index]) };
          });
          await expectAtOnce(await testApp(db, { maxQueryCost: 10_000_000 }), world, compared);
        },
      );
      await fc.assert(property, often(8));
    },
    propertyTimeoutMs,
  );
});

type Compared = naive.AnalyticsQuestion & Comparison;

/** They are answered so in one document, each with the window that it is compared with. */
async function expectAtOnce(app: TestApp, world: NaiveWorld, questions: readonly Compared[]): Promise<void> {
  if (questions.length === 0) return;
  const { body } = await app.graphql(documentOf(questions));
  expect(body.errors).toBeUndefined();
  for (const [index, question] of questions.entries()) {
    const compared = comparedOf(question);
    const previous = compared && naive.brandAnalytics(world, { ...question, ...rangeOf(compared) });
    expectSame(body.data[`question${index}`], { ...naive.brandAnalytics(world, question), previous });
  }
}

/** One document that asks everything, an alias each. */
function documentOf(questions: readonly Compared[]): string {
  const fields = questions.map((question, index) => {
    return `question${index}: brandAnalytics(${argumentsOf(question)}) { ${figures} previous { ${figures} } }`;
  });
  return `{ ${fields.join('\n')} }`;
}
