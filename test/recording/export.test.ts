// What an export does where recording its lines again could go wrong, and that it sees one moment only.

import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { exportRecords } from '../../src/recording/export/export.js';
import { testDatabase } from '../support/database.js';
import { jsonLines } from '../support/json-lines.js';
import { base, best, id, mention, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

const everything = { brandIds: null, from: null, to: null };
describe('an export', () => {
  it('keeps the name of a brand throughout, also one that an earlier run found not mentioned', async () => {
    await using db = await testDatabase();
    const earlier = run({
      competitorsMentioned: null,
      brandMentioned: null,
      assessments: { brand: mention(), competitors: { 'Acme Suite': { mentioned: false }, Globex: mention() } },
    });
    const later = run({ id: id(101), createdAt: '2026-03-02T10:00:00Z' });
    const renamed = { type: 'brand', id: 'crm', organizationId: 'acme', name: 'Acme Suite' };
    expect((await recordAll(db, [...base, earlier, later, renamed])).rejected).toEqual([]);
    const file = await text(exportRecords(db, everything));
    const isBrand = ({ type, id }: { readonly type: string; readonly id: string }) => type === 'brand' && id === 'crm';
    expect(jsonLines(file).filter(isBrand)).toMatchObject([{ name: 'Acme Suite' }]);
    await using other = await testDatabase();
    expect((await recordAll(other, jsonLines(file), { batches: 1 })).rejected).toEqual([]);
    expect(await text(exportRecords(other, everything))).toBe(file);
  });

  it('is recorded as before where an earlier version gave such a brand a placeholder name meanwhile', async () => {
    await using db = await testDatabase();
    const assessed = { brand: mention(), competitors: { 'Acme CRM': { mentioned: false } } };
    const first = run({ brandMentioned: null, competitorsMentioned: null, assessments: assessed });
    const placeholder = { ...base[2], name: `sightline export ${'0'.repeat(64)}` };
    expect((await recordAll(db, [...base, placeholder, first, base[2]])).rejected).toEqual([]);
    await using other = await testDatabase();
    expect((await recordAll(other, [...base, first])).rejected).toEqual([]);
    expect(await text(exportRecords(db, everything))).toBe(await text(exportRecords(other, everything)));
  });

  it('keeps names that are not tracked, milliseconds, empty texts and the order of what is cited', async () => {
    await using db = await testDatabase();
    const odd = run({
      createdAt: '0001-01-01T00:00:00.001Z',
      answer: '',
      webQueries: ['', ' b', 'a'],
      citations: [{ url: 'https://b.com/' }, { url: 'https://a.com/', title: '' }, { url: 'https://b.com/' }],
      competitorsMentioned: ['Named only', 'Globex'],
    });
    const dropped = { type: 'competitor', brandId: 'crm', name: 'Initech', tracked: false, aliases: ['Ini'] };
    await recordAll(db, [...base, dropped, odd]);
    const records = jsonLines(await text(exportRecords(db, everything)));
    expect(records.filter(({ type }) => type === 'competitor').map(({ name, tracked }) => [name, tracked])).toEqual([
      ['Globex', true],
      ['Initech', false],
      ['Named only', false],
    ]);
    const { createdAt, answer, webQueries, citations, competitorsMentioned } = odd as typeof odd &
      Record<string, unknown>;
    expect(records.at(-1)).toMatchObject({ createdAt, answer, webQueries, citations, competitorsMentioned });
  });

  it('is of one moment, whatever is recorded while it is read', async () => {
    await using db = await testDatabase();
    const runs = Array.from({ length: 300 }, (_, index) => run({ id: id(1_000 + index), answer: 'long '.repeat(500) }));
    await recordAll(db, [...base, ...runs]);
    const before = await text(exportRecords(db, everything));
    const reading = exportRecords(db, everything);
    const first = await reading.next();
    await recordAll(db, [
      run({ id: id(1) }),
      run({ id: id(1_299) }),
      { type: 'prompt', id: best, brandId: 'crm', text: 'x' },
    ]);
    const rest: Buffer[] = [];
    for await (const piece of reading) rest.push(piece);
    expect(Buffer.concat([first.value ?? Buffer.alloc(0), ...rest]).toString()).toBe(before);
  });

  it('gives its connection back when nobody reads on', async () => {
    await using db = await testDatabase({ poolSize: 1 });
    const runs = Array.from({ length: 300 }, (_, index) =>
      run({ id: id(1_000 + index), answer: 'long '.repeat(5_000) }),
    );
    await recordAll(db, [...base, ...runs]);
    for await (const piece of exportRecords(db, everything)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect((await db.pool.query('select count(*)::int as runs from run')).rows).toEqual([{ runs: 300 }]);
  });
});
