// Pages of runs, whole runs and models, after records that replace one another, come twice, and come from two recorders at once.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectAnswers, expectRuns, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import type { AnyRecord } from '../support/naive/record.js';
import { worldOf } from '../support/naive/world.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { openReaders, plainStage } from '../support/readers.js';
import { recordAll } from '../support/records.js';

describe('runs', () => {
  it(
    'are listed in pages, and shown whole, as they were recorded last',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(50),
        questionPlans(12),
        fc.nat(80),
        async ({ turn, records }, plans, cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage: plainStage, cut });
          const { runs } = questionsFor(plans, world, turn);
          const readers = await openReaders(db);
          await expectAnswers(readers, world, { runs, analytics: [], snapshots: [] });
          await expectRuns(readers, world);
        },
      );
      await fc.assert(property, often(8));
    },
    propertyTimeoutMs,
  );
});

describe('recording', () => {
  it(
    'leaves what the later record says when a file with changes in it comes twice',
    async () => {
      const property = fc.asyncProperty(randomWorlds(80), questionPlans(4), async ({ turn, records }, plans) => {
        await using db = await testDatabase();
        const world = await recordWorld(db, {
          records: [...records, ...records],
          stage: plainStage,
          cut: records.length,
        });
        await expectAnswers(await openReaders(db), world, questionsFor(plans, world, turn));
      });
      await fc.assert(property, often(4));
    },
    propertyTimeoutMs,
  );

  it(
    'changes nothing when a file comes twice, or from two recorders at once',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(150),
        questionPlans(4),
        fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })),
        async ({ turn, records }, plans, [batches, otherBatches]) => {
          await using db = await testDatabase();
          const file = onceEach(records);
          await Promise.all([recordAll(db, file, { batches }), recordAll(db, file, { batches: otherBatches })]);
          await recordAll(db, file);
          const world = worldOf(file);
          const readers = await openReaders(db);
          await expectAnswers(readers, world, questionsFor(plans, world, turn));
          await expectRuns(readers.slice(0, 1), world);
        },
      );
      await fc.assert(property, often(4));
    },
    propertyTimeoutMs,
  );
});

/** The records without those that replace an earlier one, what runs refer to first: recording them again changes nothing. */
function onceEach(records: readonly AnyRecord[]): readonly AnyRecord[] {
  const seen = new Set<string>();
  const once = records.filter((record) => {
    const key = keyOf(record);
    return !seen.has(key) && seen.add(key);
  });
  return [...once.filter(({ type }) => type !== 'run'), ...once.filter(({ type }) => type === 'run')];
}

function keyOf(record: AnyRecord): string {
  if (record.type === 'competitor') return JSON.stringify(['competitor', record.brandId, record.name]);
  return JSON.stringify([record.type, record.id.toLowerCase()]);
}
