// What runs and prompts lead to, over random records: the same rows as the plain definition has, wherever they are reached from.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { type BrandRunsQuestion, promptRuns } from '../support/naive/answers.js';
import type { NaiveWorld } from '../support/naive/world.js';
import { brandRunsPlans, brandRunsQuestionFor } from '../support/random/brand-run-questions.js';
import { randomWorlds } from '../support/random/world.js';
import { stages, unbounded } from '../support/stages.js';

const plans = fc.array(brandRunsPlans, { minLength: 1, maxLength: 6, size: 'max' });

const document = `query ($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $page: Int, $limit: Int) {
  brand(id: $brandId) {
    prompts(limit: 100) {
      data {
        ...Prompt
        runs(start: $start, end: $end, model: $model, page: $page, limit: $limit) {
          data { id prompt { ...Prompt } brand { id name } modelInfo { id label } }
          pagination { page limit total totalPages }
        }
      }
    }
  }
}
fragment Prompt on Prompt { id text tags brand { id name } }`;

type Asked = Pick<BrandRunsQuestion, 'brandId' | 'start' | 'end' | 'model'> & {
  readonly page: number;
  readonly limit: number | undefined;
};

async function expectLinks(app: TestApp, world: NaiveWorld, asked: Asked): Promise<void> {
  const { body } = await app.graphql(document, { ...asked });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const found = world.brands.find(({ id }) => id === asked.brandId);
  const brand = { id: found?.id, name: found?.name };
  const ofBrand = world.prompts.filter(({ brandId }) => brandId === asked.brandId);
  const expected = ofBrand.map(({ id, text, tags }) => {
    const prompt = { id, text, tags, brand };
    const { brandId: _, ...question } = asked;
    const page = promptRuns(world, { ...question, promptId: id });
    const data = page?.data.map((run) => {
      const model = world.models.find((each) => each.id === run.model);
      return { id: run.id, prompt, brand, modelInfo: { id: model?.id, label: model?.label } };
    });
    return { ...prompt, runs: { ...page, data } };
  });
  expectSame(body.data.brand.prompts.data, expected);
}

describe.each(stages)('links of runs that are $name', (stage) => {
  it(
    'lead to what the plain definition has',
    async () => {
      let asked = 0;
      const property = fc.asyncProperty(
        randomWorlds(120),
        plans,
        fc.nat(120),
        async ({ turn, records }, somePlans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          const app = await testApp(db, unbounded);
          for (const [index, plan] of somePlans.entries()) {
            const { brandId, start, end, model } = brandRunsQuestionFor(plan, world, turn);
            if (brandId === '') continue;
            asked += 1;
            await expectLinks(app, world, { brandId, start, end, model, page: 1 + (index % 3), limit: plan.limit });
          }
        },
      );
      await fc.assert(property, often(2));
      expect(asked).toBeGreaterThan(0);
    },
    propertyTimeoutMs,
  );
});
