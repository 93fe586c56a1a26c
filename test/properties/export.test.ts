// What is exported is everything: recorded elsewhere it is the same world, and exported again the same bytes.

import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { type ExportSelection, exportRecords } from '../../src/recording/export/export.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { expectAnswers, expectRuns, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { openReaders, plainStage } from '../support/readers.js';
import { recordAll } from '../support/records.js';
import { tablesOf, withoutQueryNumbers } from '../support/tables.js';

const everything: ExportSelection = { brandIds: null, from: null, to: null };

const exported = (db: Database, selection: ExportSelection = everything) => text(exportRecords(db, selection));
/** What is recorded, but for the channels, pages and web queries of no run any more, and the numbers of the others. */
async function contentOf(db: Database) {
  const tables = withoutQueryNumbers(await tablesOf(db));
  const { url: _urls, domain: _domains, query: _queries, channel, citation, answer, ...rest } = tables;
  return {
    ...rest,
    channel: channel.flatMap(({ id: _, ...row }) => (row.runs === 0 ? [] : JSON.stringify(row))).sort(),
    citation: citation.map(({ url_id: _, ...row }) => JSON.stringify(row)).sort(),
    // Names that are whole numbers come first in an object, wherever they were.
    answer: answer.map(({ assessments, ...row }) => ({ ...row, assessments: JSON.parse(String(assessments)) })),
  };
}

it(
  'recorded into an empty database is the same world, and exported again the same bytes',
  async () => {
    const property = fc.asyncProperty(
      randomWorlds(120),
      questionPlans(6),
      fc.tuple(fc.nat(120), fc.integer({ min: 1, max: 40 })),
      async ({ turn, records }, plans, [cut, batches]) => {
        await using from = await testDatabase();
        const world = await recordWorld(from, { records, stage: plainStage, cut });
        const file = await exported(from);
        await using to = await testDatabase();
        const { rejected } = await recordAll(to, jsonLines(file), { batches });
        expect(rejected.map(({ faults, bytes }) => [faults, bytes.toString()])).toEqual([]);
        expect(await exported(to)).toBe(file);
        expect(await contentOf(to)).toEqual(await contentOf(from));
        await rollBrands(to);
        const readers = await openReaders(to);
        await expectAnswers(readers, world, questionsFor(plans, world, turn));
        await expectRuns(readers.slice(0, 1), world);
      },
    );
    await fc.assert(property, often(6));
  },
  propertyTimeoutMs,
);

it(
  'in pieces of time and by brand is everything, too, in any order of the pieces',
  async () => {
    const property = fc.asyncProperty(
      randomWorlds(80),
      fc.array(fc.integer({ min: -60 * 86_400_000, max: 60 * 86_400_000 }), { maxLength: 3 }),
      fc.boolean(),
      async ({ turn, records }, offsets, isReversed) => {
        await using from = await testDatabase();
        const world = await recordWorld(from, { records, stage: plainStage, cut: 0 });
        const cuts = [null, ...offsets.sort((a, b) => a - b).map((offset) => turn + offset), null];
        const pieces = world.brands.flatMap(({ id }) =>
          cuts.slice(1).map((to, index): ExportSelection => ({ brandIds: [id], from: cuts[index] ?? null, to })),
        );
        await using to = await testDatabase();
        for (const piece of isReversed ? pieces.reverse() : pieces) {
          const { rejected } = await recordAll(to, jsonLines(await exported(from, piece)));
          expect(rejected).toEqual([]);
        }
        const runsIn = (file: string) => file.split('\n').filter((line) => line.startsWith('{"type":"run"'));
        expect(runsIn(await exported(to))).toEqual(runsIn(await exported(from)));
      },
    );
    await fc.assert(property, often(3));
  },
  propertyTimeoutMs,
);
