// Real answers of two models, where they lie beside the repository: recorded whole, and answered as arrays alone answer them.

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAnswers, expectRuns } from './support/compare.js';
import { type TestDatabase, testDatabase } from './support/database.js';
import type { AnyRecord } from './support/naive/record.js';
import { type NaiveWorld, worldOf } from './support/naive/world.js';
import { openReaders, type Reader } from './support/readers.js';
import { type Recorded, recordAll } from './support/records.js';
import { sizesOf, tablesOf } from './support/tables.js';

const file = '../shared/data/ai-product-bench.ndjson';
const whole = { start: '2025-05-24T00:00:00Z', end: '2025-05-27T00:00:00Z' };
const windows = [
  whole,
  { start: '2025-05-24T00:00:00Z', end: '2025-05-25T00:00:00Z' },
  { start: '2025-05-25T00:00:00Z', end: '2025-05-26T00:00:00Z' },
];
const none = { analytics: [], runs: [], snapshots: [] };

describe.skipIf(!existsSync(file))('real answers', () => {
  let db: TestDatabase;
  let records: readonly AnyRecord[];
  let recorded: Recorded;
  let world: NaiveWorld;
  let readers: readonly Reader[];

  beforeAll(async () => {
    records = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    db = await testDatabase();
    recorded = await recordAll(db, records);
    world = worldOf(records);
    readers = await openReaders(db);
  });
  afterAll(() => db[Symbol.asyncDispose]());

  it('are recorded with no rejects', () => {
    expect(recorded.rejected).toEqual([]);
    const counts = { organization: 1, model: 2, brand: 12, competitor: 133, prompt: 132, annotation: 0, run: 792 };
    expect(recorded.report).toMatchObject({ lines: 1_072, complete: true, recorded: counts });
    expect(world.rejected).toEqual([]);
  });

  it('give each brand its figures, for the whole time and for single days', async () => {
    const analytics = world.brands.flatMap(({ id }) => windows.map((window) => ({ brandId: id, ...window })));
    expect(analytics).toHaveLength(36);
    await expectAnswers(readers, world, { ...none, analytics });
  });

  it('give each brand its figures for one model, for some tags, and by the days of Berlin', async () => {
    const models = world.models.map(({ id }) => id);
    const analytics = world.brands.flatMap(({ id }) => {
      const tags = [...new Set(world.prompts.filter(({ brandId }) => brandId === id).flatMap((prompt) => prompt.tags))];
      return [
        ...models.map((model) => ({ brandId: id, ...whole, model })),
        { brandId: id, ...whole, tags: tags.slice(0, 2) },
        { brandId: id, ...whole, tags: tags.slice(-1), model: models[0], timeZone: 'Europe/Berlin' },
        { brandId: id, ...whole, timeZone: 'Europe/Berlin' },
      ];
    });
    await expectAnswers(readers, world, { ...none, analytics });
  });

  it('are listed by prompt, shown whole, and summed up by day', async () => {
    const prompts = world.prompts.filter((_, index) => index % 8 === 0);
    const runs = prompts.map(({ id }) => ({ promptId: id, ...whole, limit: 4 }));
    const snapshots = prompts.map(({ id }) => ({ promptId: id, date: '2025-05-24', timeZone: 'Europe/Berlin' }));
    await expectAnswers(readers, world, { ...none, runs, snapshots });
    await expectRuns(readers, { ...world, runs: world.runs.filter((_, index) => index % 8 === 0) });
  });

  it('change nothing when they are recorded again', async () => {
    const tables = await tablesOf(db);
    expect(sizesOf(tables)).toMatchObject({ organization: 1, model: 2, brand: 12, prompt: 132, run: 792, answer: 792 });
    await recordAll(db, records);
    expect(await tablesOf(db)).toEqual(tables);
  });
});
