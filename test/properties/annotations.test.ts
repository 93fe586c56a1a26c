// Annotations that are recorded, replaced and deleted in any order, listed over any window, exported and recorded again.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportRecords } from '../../src/recording/export/export.js';
import { testApp } from '../support/app.js';
import { often, propertyTimeoutMs } from '../support/compare.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { recordAll } from '../support/records.js';

const quarterMs = 900_000;
const first = Date.parse('2026-03-01T00:00:00Z');
const iso = (quarters: number, ms = 0) => new Date(first + quarters * quarterMs + ms).toISOString();

const brands = [
  { type: 'organization', id: 'acme', name: 'Acme' },
  { type: 'brand', id: 'crm', organizationId: 'acme', name: 'CRM' },
  { type: 'brand', id: 'desk', organizationId: 'acme', name: 'Desk' },
];

/** In quarter hours, and milliseconds beyond them. */
const instants = fc.record({ quarter: fc.nat(12), ms: fc.constantFrom(0, 0, 1, quarterMs - 1) });
const annotations = fc
  .record({
    id: fc.constantFrom('a', 'b', 'ä', 'Z', 'annotation 5'),
    brandId: fc.constantFrom('crm', 'desk'),
    isDeleted: fc.boolean(),
    at: instants,
    length: fc.option(fc.integer({ min: 1, max: 8 * quarterMs })),
    text: fc.constantFrom('New page', ' Überall ', 'x'.repeat(500)),
    url: fc.constantFrom(null, 'https://example.com/a?b#c'),
  })
  .map(({ isDeleted, at: { quarter, ms }, length, ...annotation }) => {
    const at = first + quarter * quarterMs + ms;
    const until = length === null ? null : new Date(at + length).toISOString();
    const whole = { type: 'annotation', ...annotation, at: new Date(at).toISOString(), until, deleted: false };
    const { id, brandId } = annotation;
    return isDeleted
      ? { ...whole, gone: { type: 'annotation', id, brandId, deleted: true } }
      : { ...whole, gone: null };
  });
type Planned = typeof annotations extends fc.Arbitrary<infer Value> ? Value : never;

const lineOf = ({ gone, ...whole }: Planned) => gone ?? whole;

/** What a store of these lines lists of a brand over a window: the last line of each id, if it is not deleted and touches the window. */
function listed(
  planned: readonly Planned[],
  brandId: string,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const [start, end] = [iso(from), iso(to)];
  return planned
    .filter((each, place) => {
      const isLast = !planned.some((later, at) => at > place && later.id === each.id && later.brandId === each.brandId);
      const touches = each.until === null ? each.at >= start && each.at < end : each.at < end && each.until > start;
      return isLast && !each.gone && each.brandId === brandId && touches;
    })
    .map(({ id, at, until, text, url }) => ({ id, at, until, text, url }))
    .sort((a, b) => (a.at === b.at ? Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)) : a.at < b.at ? -1 : 1));
}

async function exported(db: TestDatabase): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of exportRecords(db, { brandIds: null, from: null, to: null })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it(
  'are those of the plain definition',
  async () => {
    const windows = fc
      .tuple(fc.nat(11), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]) => ({ from, to: from + length }));
    const property = fc.asyncProperty(
      fc.array(annotations, { maxLength: 16, size: 'max' }),
      fc.array(windows, { minLength: 4, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (planned, asked, batches) => {
        await using db = await testDatabase();
        const { rejected } = await recordAll(db, [...brands, ...planned.map(lineOf)], { batches });
        expect(rejected).toEqual([]);
        const lines = await exported(db);
        await using again = await testDatabase();
        await recordAll(again, jsonLines(lines));
        expect(await exported(again)).toBe(lines);
        for (const each of [db, again]) {
          const app = await testApp(each);
          for (const window of asked)
            for (const brandId of ['crm', 'desk']) {
              const range = { start: iso(window.from), end: iso(window.to) };
              const { body } = await app.get(`/api/v1/brands/${brandId}/annotations?${new URLSearchParams(range)}`);
              expect(body).toEqual({ range, data: listed(planned, brandId, window) });
            }
        }
      },
    );
    await fc.assert(property, often(8));
  },
  propertyTimeoutMs,
);
