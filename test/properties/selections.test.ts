// Whatever is selected beside it, a field has the value that it has alone: random documents over the whole schema, and each of their leaves by itself.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { Choices } from '../support/fuzz/choices.js';
import type { AnyRecord } from '../support/naive/record.js';
import type { NaiveWorld } from '../support/naive/world.js';
import { randomWorlds } from '../support/random/world.js';
import { plainStage, rolledStages } from '../support/readers.js';
import { documentOf, leafDocument, variables } from '../support/selections/documents.js';
import { leavesOf, randomSelection, valuesOf } from '../support/selections/selections.js';
import { Words } from '../support/selections/words.js';

/** Brands without a prompt, and without a run. */
const idle: readonly AnyRecord[] = [
  { type: 'brand', id: 'empty', organizationId: 'organization-0', name: 'Empty' },
  { type: 'brand', id: 'idle', organizationId: 'organization-0', name: 'Idle' },
  { type: 'competitor', brandId: 'idle', name: 'Busy' },
  { type: 'prompt', id: '1d1e0000-0000-4000-8000-000000000000', brandId: 'idle', text: 'idle', tags: ['crm'] },
];

const config = {
  answerCacheBytes: 0,
  maxQueryCost: 1_000_000_000,
  maxAnswerBytes: 1_000_000_000,
  maxQueryDepth: 100,
  maxQueryAliases: 100_000,
  maxQueryDirectives: 100_000,
  maxQueryTokens: 100_000,
};

/** What eight documents are made of. */
const choices = fc.array(fc.nat(), { minLength: 60, maxLength: 600, size: 'max' });
const documents = fc.array(choices, { minLength: 8, maxLength: 8 });

it(
  'every field has the value in a random document that it has alone',
  async () => {
    const stages = fc.constantFrom(plainStage, ...rolledStages);
    const property = fc.asyncProperty(
      randomWorlds(120),
      stages,
      fc.nat(120),
      documents,
      async ({ turn, records }, stage, cut, numbers) => {
        await using db = await testDatabase();
        const world = await recordWorld(db, { records: [...records, ...idle], stage, cut });
        await using app = await testApp(db, config);
        for (const each of numbers) await expectLeaves(app, { world, turn }, new Choices(each));
        expectSame(
          app.logged.filter(({ level }) => ['warn', 'error', 'fatal'].includes(String(level))),
          [],
        );
      },
    );
    await fc.assert(property, often(6));
  },
  propertyTimeoutMs,
);

interface Asked {
  readonly world: NaiveWorld;
  readonly turn: number;
}

/** Leaves of one document that are asked alone. */
const maxLeaves = 12;

async function expectLeaves(app: TestApp, { world, turn }: Asked, choices: Choices): Promise<void> {
  const selection = randomSelection(choices, new Words(choices, world, turn));
  const document = documentOf(selection, choices);
  // One that is asked often is compiled.
  const whole = await dataOf(app, document, choices.rarely(3) ? 4 : 1);
  const leaves = leavesOf(selection);
  const first = choices.below(leaves.length);
  const some = [...leaves.slice(first), ...leaves.slice(0, first)].slice(0, maxLeaves);
  await Promise.all(
    some.map(async (leaf) => {
      const alone = await dataOf(app, leafDocument(leaf), 1);
      expect({ document, leaf: valuesOf(leaf, whole) }).toEqual({ document, leaf: valuesOf(leaf, alone) });
    }),
  );
}

async function dataOf(app: TestApp, document: string, times: number): Promise<unknown> {
  const { body, text } = await app.graphql(document, variables);
  if (body.errors) throw new Error(`${document}\nanswers ${text} ${JSON.stringify(app.logged.at(-1))}`);
  for (let again = 1; again < times; again++) expectSame((await app.graphql(document, variables)).body, body);
  return body.data;
}
