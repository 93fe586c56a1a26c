// Random records through the real recorder, random questions through the whole application, and arrays alone beside them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { expectAnswers, expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import * as naive from '../support/naive/analytics.js';
import { alignDown, instantOf } from '../support/naive/days.js';
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
    'are the same when many questions are asked at once, each with the window before it',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(120),
        questionPlans(8),
        fc.nat(120),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const { analytics } = questionsFor(plans, world, turn);
          const { body } = await (await testApp(db)).graphql(documentOf(analytics));
          expect(body.errors).toBeUndefined();
          for (const [index, question] of analytics.entries()) {
            const earlier = before(question);
            const previous = earlier && naive.brandAnalytics(world, earlier);
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
function documentOf(questions: readonly naive.AnalyticsQuestion[]): string {
  const fields = questions.map((question, index) => {
    const given = Object.entries(question).filter(([, value]) => value !== undefined);
    const args = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ');
    return `question${index}: brandAnalytics(${args}) { ${figures} previous { ${figures} } }`;
  });
  return `{ ${fields.join('\n')} }`;
}

/** The same question about the window of equal length that ends where its own starts; `null` where that begins before year 1. */
function before(question: naive.AnalyticsQuestion): naive.AnalyticsQuestion | null {
  const [start, end] = [alignDown(instantOf(question.start)), alignDown(instantOf(question.end))];
  if (start - (end - start) < Date.parse('0001-01-01T00:00:00Z')) return null;
  return { ...question, start: new Date(start - (end - start)).toISOString(), end: new Date(start).toISOString() };
}
