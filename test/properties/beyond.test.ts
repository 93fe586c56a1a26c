// Summaries, snapshots, buckets, one prompt's summary, every company's series, entries within models, intervals and change over random records.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { argumentsOf } from '../support/arguments.js';
import { everythingDocument, everything as everythingOf } from '../support/beyond-documents.js';
import { expectClose } from '../support/close.js';
import { expectAnswers, expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { brandAnalytics, promptAnalytics } from '../support/naive/analytics.js';
import { type ComparedQuestion, changeAnswer, everything } from '../support/naive/beyond.js';
import { comparedOf } from '../support/naive/compared.js';
import { rangeOf } from '../support/naive/selection.js';
import type { NaiveWorld } from '../support/naive/world.js';
import { comparisonPlans, writeComparison } from '../support/random/comparisons.js';
import { filterParameters } from '../support/random/filters.js';
import { pick, questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { graphqlReader, restReader } from '../support/readers.js';
import { stages, unbounded } from '../support/stages.js';

const buckets = ['day', 'week', 'month'] as const;
const someComparisons = fc.array(comparisonPlans, { minLength: 6, maxLength: 6 });
const levels = [0.95, 0.5, 0.8, 0.99, 0.999];

/** The random questions, each with a bucket and a level of its own. */
function questionsWithChoices(questions: readonly ComparedQuestion[], seed: number) {
  return questions.map((question, index) => ({
    ...question,
    bucket: pick(buckets, seed + index) ?? 'day',
    level: pick(levels, seed + index) ?? 0.95,
  }));
}

describe.each(stages)('the summary of runs that are $name, and what goes beyond it,', (stage) => {
  it(
    'is that of the plain definition over GraphQL and over REST, also of one prompt alone',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(200),
        questionPlans(6),
        fc.tuple(fc.nat(200), fc.nat(20), someComparisons),
        async ({ turn, records }, plans, [cut, seed, comparisons]) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const app = await testApp(db, unbounded);
          const { analytics, runs, snapshots } = questionsFor(plans, world, turn);
          await expectAnswers([restReader(app), graphqlReader(app)], world, { snapshots, analytics: [], runs: [] });
          const comparisonOf = (index: number) => writeComparison(turn, comparisons[index]);
          const compared = analytics.map((each, index) => ({ ...each, ...comparisonOf(index) }));
          const questions = questionsWithChoices(compared, seed);
          const { body } = await app.graphql(everythingDocument(questions));
          expect(body.errors).toBeUndefined();
          for (const [index, { level, ...question }] of questions.entries()) {
            const compared = comparedOf(question);
            const before = compared && { ...question, bucket: undefined, ...rangeOf(compared) };
            expectClose(body.data[`question${index}`], {
              ...everything(world, question, level),
              previous: before && brandAnalytics(world, before),
            });
            await expectRest(app, world, question);
          }
          for (const [index, { promptId, start, end, model }] of runs.entries()) {
            const bucket = pick(buckets, seed + index) ?? 'day';
            const timeZone = pick(plans.analytics, index)?.timeZone;
            await expectPrompt(app, world, { promptId, start, end, model, bucket, timeZone, ...comparisonOf(index) });
          }
        },
      );
      await fc.assert(property, often(5));
    },
    propertyTimeoutMs,
  );
});

async function expectRest(app: TestApp, world: NaiveWorld, question: ComparedQuestion): Promise<void> {
  const { brandId, tags, filter, compare = 'previous', compareStart, compareEnd, ...rest } = question;
  const parameters = { ...rest, tags: tags?.join(','), ...filterParameters(filter) };
  const path = `/api/v1/brands/${encodeURIComponent(brandId)}/analytics?${queryOf(parameters)}`;
  const plain = await app.get(path);
  const { notices: _notices, ...figures } = plain.body;
  expectSame(figures, brandAnalytics(world, question));
  const comparison = compareStart === undefined ? { compare } : { compareStart, compareEnd };
  const compared = await app.get(`${path}&${queryOf(comparison)}`);
  const { notices: _same, ...comparedFigures } = compared.body;
  expectClose(comparedFigures, { ...brandAnalytics(world, question), change: changeAnswer(world, question, 0.95) });
}

type PromptQuestion = Omit<ComparedQuestion, 'brandId' | 'promptId'> & { readonly promptId: string };

async function expectPrompt(app: TestApp, world: NaiveWorld, { promptId, ...given }: PromptQuestion): Promise<void> {
  const { compare, compareStart, compareEnd, ...question } = given;
  const expected = promptAnalytics(world, promptId, question);
  const { body } = await app.get(`/api/v1/prompts/${promptId}/analytics?${queryOf(question)}`);
  expectSame(body, expected);
  const brandId = expected?.brandId ?? '';
  const { bucket, ...args } = given;
  const call = `analytics(${argumentsOf(args)})`;
  const selected = everythingOf({ bucket: bucket ?? 'day', level: 0.9 });
  const document = `{ brand(id: ${JSON.stringify(brandId)}) { prompts(limit: 100) { data { id ${call} { ${selected} } } } } }`;
  const answer = await app.graphql(document);
  expect(answer.body.errors).toBeUndefined();
  for (const { id, analytics } of answer.body.data.brand.prompts.data) {
    expectClose(analytics, everything(world, { ...given, brandId, promptId: id }, 0.9));
  }
}

function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
}
