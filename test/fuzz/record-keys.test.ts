// Random records of every type, by keys that may record, with ids of their own, of others and of nobody: what belongs to others never changes, and no
// answer says more of it than of what does not exist.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordTypes } from '../../src/recording/prepare/records.js';
import { storeKey, testApp } from '../support/app.js';
import { often, propertyTimeoutMs } from '../support/compare.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { base, best, cheap, elsewhere, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { tablesOf } from '../support/tables.js';

const nobody = id(404);
const pools = {
  organizationId: ['acme', 'other', 'none'],
  brandId: ['crm', 'desk', 'erp', 'none'],
  promptId: [best, cheap, elsewhere, nobody],
  runId: [id(100), id(101), id(102)],
};
const pick = (from: readonly string[]) => fc.constantFrom(...from);

/** All fields that a record of any type may have; each type takes its own. */
const fields = fc.record({
  type: fc.constantFrom(...recordTypes),
  deleted: fc.constantFrom(undefined, undefined, true),
  ids: fc.record({
    organization: pick(pools.organizationId),
    model: pick(['chatgpt', 'new-model']),
    brand: pick(pools.brandId),
    competitor: fc.constant('unused'),
    prompt: pick(pools.promptId),
    annotation: pick(['a', 'b']),
    run: pick(pools.runId),
  }),
  organizationId: pick(pools.organizationId),
  brandId: pick(pools.brandId),
  promptId: pick(pools.promptId),
});

const records = fc.array(
  fields.map(({ ids, type, deleted, ...rest }) => ({
    ...run(),
    ...{ text: 'fuzzed', name: 'fuzzed', label: 'fuzzed', at: '2026-03-01T00:00:00Z', answer: 'fuzzed' },
    ...{ ...rest, type, id: ids[type], ...(deleted ? { deleted } : {}) },
  })),
  { minLength: 1, maxLength: 30 },
);

/** What is not of the organization `acme`, or of its brands but `crm`, where a key is limited to it. */
async function outOfReach(db: TestDatabase, isNarrowed: boolean) {
  const { organization, brand, company, prompt, run: runs, answer, citation } = await tablesOf(db);
  const { rows: annotations } = await db.pool.query<Readonly<Record<string, unknown>>>('select * from annotation');
  const isOurs = (brandId: unknown) => brandId === 'crm' || (!isNarrowed && brandId !== 'erp');
  const labels = await db.prisma.model.findMany({ where: { id: 'chatgpt' } });
  return [
    labels,
    organization.filter((row) => isNarrowed || row.id !== 'acme'),
    brand.filter((row) => !isOurs(row.id)),
    ...[company, prompt, runs, answer, citation, annotations].map((rows) =>
      rows.filter((row) => !isOurs(row.brand_id)),
    ),
  ];
}

it(
  'keys of an organization record their own brands only',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), records, async (isNarrowed, given) => {
        await using db = await testDatabase();
        const more = { type: 'brand', id: 'desk', organizationId: 'acme', name: 'Acme Desk' };
        const foreign = run({ id: id(101), promptId: elsewhere, competitorsMentioned: ['Secret'] });
        const note = { type: 'annotation', id: 'a', brandId: 'erp', at: '2026-03-01T00:00:00Z', text: 'Secret' };
        await recordAll(db, [...base, more, run(), foreign, note]);
        const app = await testApp(db);
        const wish = { organizationId: 'acme', record: true, ...(isNarrowed ? { brandIds: ['crm'] } : {}) };
        const { token } = await storeKey(db, wish);
        const before = await outOfReach(db, isNarrowed);
        const body = given.map((record) => `${JSON.stringify(record)}\n`).join('');
        const init = { method: 'POST', body, headers: { 'content-type': 'application/x-ndjson' } };
        const { status, text } = await app.send('/api/v1/records', init, token);
        expect([status, text.includes('Secret') || text.includes('Other')]).toEqual([200, false]);
        expect(await outOfReach(db, isNarrowed)).toEqual(before);
      }),
      often(40),
    );
  },
  propertyTimeoutMs,
);
