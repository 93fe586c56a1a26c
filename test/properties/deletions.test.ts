// Whatever is deleted on the way, every answer is that of a store that never had it: the same as the plain definition has them, and the same bytes as
// another database has that was never told.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { checkBrand } from '../../src/tiles/check.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { expectAnswers, expectRuns, expectSame, often, propertyTimeoutMs } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { type DeletionRecord, neverHad } from '../support/naive/deletions.js';
import type { AnyRecord } from '../support/naive/record.js';
import { worldOf } from '../support/naive/world.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { openReaders } from '../support/readers.js';
import { recordAll } from '../support/records.js';

/** A deletion after so many records of what one of them recorded; of all that there is, a brand is as likely as a run. */
const plans = fc.array(
  fc.record({
    at: fc.nat(200),
    kind: fc.constantFrom('run', 'run', 'run', 'prompt', 'brand'),
    pick: fc.nat(200),
    again: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never;

/** The records with deletions between them; of some of what is deleted the records come again. */
function withDeletions(given: readonly AnyRecord[], planned: Plan): readonly (AnyRecord | DeletionRecord)[] {
  const records: (AnyRecord | DeletionRecord)[] = given.map(keptWhenUnnamed);
  for (const { at, kind, pick, again } of planned) {
    const found = given.filter(({ type }) => type === kind);
    const record = found[pick % found.length];
    if (!record || !('id' in record)) continue;
    const promptId = record.type === 'run' ? { promptId: record.promptId } : {};
    const deletion = { type: record.type, id: record.id, ...promptId, deleted: true } as DeletionRecord; // safe because of the kinds
    const place = Math.min(records.length, given.length - (at % given.length));
    const repeated = again
      ? given.filter((each) => each !== record && isPartOf(each, record)).map(keptWhenUnnamed)
      : [];
    records.splice(place, 0, deletion, ...(again ? [record, ...repeated] : []));
  }
  return records;
}

function isPartOf(each: AnyRecord, { id, type }: AnyRecord & { readonly id: string }): boolean {
  if (type === 'prompt') return each.type === 'run' && each.promptId === id;
  return type === 'brand' && (each.type === 'competitor' || each.type === 'prompt') && each.brandId === id;
}

/** Of a competitor that is not tracked, and has neither alias nor domain, nothing is kept but the name that runs mention. */
function keptWhenUnnamed(record: AnyRecord): AnyRecord {
  return record.type === 'competitor' ? { ...record, aliases: [...(record.aliases ?? []), 'kept'] } : record;
}

const forever = 'start=2000-01-01T00:00:00Z&end=2100-01-01T00:00:00Z';
const lists = ['analytics', 'runs', 'prompt-performance', 'citations/domains', 'citations/urls', 'query-fanout'];

/** Everything that a client can list; what it costs follows from numbers, of which some are unused. Titles of URLs depend on versions of runs that were recorded again. */
async function listed(db: Database, brandIds: readonly string[]): Promise<readonly string[]> {
  const app = await testApp(db, { maxQueryCost: 1e9 });
  const brands =
    '{ brands { id name firstRunAt lastRunAt runs tags models { id } providers markets competitors { name } prompts { data { id text tags } pagination { total } } } }';
  const texts = [JSON.stringify((await app.graphql(brands)).body.data), (await app.get('/api/v1/brands')).text];
  for (const id of brandIds) {
    const path = `/api/v1/brands/${encodeURIComponent(id)}`;
    const more = [
      'breakdown?by=company&',
      'breakdown?by=tag,market&',
      'runs?company=NULL&tags=crm&',
      'runs?providers=x&markets=US&',
    ];
    for (const list of [...lists.map((name) => `${name}?`), ...more]) {
      const { status, text } = await app.get(`${path}/${list}${forever}`);
      texts.push(`${status} ${text.replaceAll(/"title":("([^"\\]|\\.)*"|null)/g, '')}`);
    }
  }
  return texts;
}

const stages: readonly (readonly [string, readonly boolean[]])[] = [
  ['never rolled', [false, false]],
  ['rolled before', [true, false]],
  ['rolled before and at the end', [true, true]],
];

it.each(stages)(
  'what is deleted was never there, %s',
  async (_, [isRolledBefore, isRolledAfter]) => {
    const property = fc.asyncProperty(
      randomWorlds(60),
      plans,
      questionPlans(3),
      fc.tuple(fc.nat(100), fc.integer({ min: 1, max: 60 })),
      async ({ turn, records: given }, planned, questions, [cut, batches]) => {
        const records = withDeletions(given, planned);
        const never = neverHad(records);
        await using db = await testDatabase();
        const before = await recordAll(db, records.slice(0, cut), { batches });
        if (isRolledBefore) await rollBrands(db);
        const after = await recordAll(db, records.slice(cut), { batches });
        expectSame(
          [...before.rejected, ...after.rejected].map(({ bytes }) => JSON.parse(bytes.toString())),
          never.rejected,
        );
        if (isRolledAfter) await rollBrands(db);
        await using other = await testDatabase();
        // Models are shared by all brands, and stay.
        const models = (await db.prisma.model.findMany()).map((model): AnyRecord => ({ type: 'model', ...model }));
        await recordAll(other, [...models, ...never.records]);
        const world = worldOf([...models, ...never.records]);
        const readers = await openReaders(db);
        if (world.prompts.length > 0) await expectAnswers(readers, world, questionsFor(questions, world, turn));
        await expectRuns(readers, world);
        const brandIds = [...new Set(given.flatMap((each) => (each.type === 'brand' ? each.id : [])))];
        expect(await listed(db, brandIds)).toEqual(await listed(other, brandIds));
        for (const { id } of world.brands) expect((await checkBrand(db, id)).wrong).toEqual([]);
      },
    );
    await fc.assert(property, often(3));
  },
  propertyTimeoutMs,
);
