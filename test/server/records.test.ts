// POST /api/v1/records: the rules of the recorder over HTTP, what a key reaches, and what is refused.

import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { base, best, elsewhere, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { sharedApp } from '../support/shared.js';
import { tablesOf } from '../support/tables.js';

const { app, db } = await sharedApp((db) => recordAll(db, base), {
  config: { maxRecordBytes: 200_000, rateLimitPerMinute: 0 },
});

const keys = { whole: '', narrowed: '', reading: '' };

beforeAll(async () => {
  keys.whole = (await storeKey(db, { organizationId: 'acme', record: true })).token;
  keys.narrowed = (await storeKey(db, { organizationId: 'acme', brandIds: ['crm'], record: true })).token;
  keys.reading = (await storeKey(db, { organizationId: 'acme' })).token;
});

const lines = (records: readonly unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const type = 'application/x-ndjson';

function post(body: BodyInit, { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {}) {
  const init = { method: 'POST', body, headers: { 'content-type': type, ...headers }, duplex: 'half' };
  return app.send('/api/v1/records', init, key);
}

const runs = (from: number, to: number, more = {}) =>
  Array.from({ length: to - from }, (_, index) => run({ id: id(from + index), ...more }));

describe('POST /api/v1/records', () => {
  it('records, says what it refused and why, and changes nothing when it is sent again', async () => {
    const body = lines([...runs(1_000, 1_010), { type: 'run' }, run({ id: id(1_010), promptId: id(9) })]);
    const first = await post(body);
    expect([first.status, first.body.recorded]).toMatchObject([200, { runs: 10, brands: 0, deletions: 0 }]);
    expect(first.body.rejectedCount).toBe(2);
    expect(first.body.rejected.map(({ line }: { line: number }) => line)).toEqual([11, 12]);
    expect(first.body.rejected[1].faults).toEqual([
      { field: 'promptId', message: expect.stringContaining('not recorded') },
    ]);
    const tables = await tablesOf(db);
    const again = await post(body);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await tablesOf(db)).toEqual(tables);
  });

  it('takes no parameters, and records nothing where one is given', async () => {
    const init = { method: 'POST', body: lines(runs(1_900, 1_901)), headers: { 'content-type': type } };
    const tables = await tablesOf(db);
    const { status, body } = await app.send('/api/v1/records?dryRun=true&brandId=crm', init);
    expect([status, body.faults.map(({ field }: { field: string }) => field)]).toEqual([400, ['dryRun', 'brandId']]);
    expect(await tablesOf(db)).toEqual(tables);
  });

  it('takes gzip, with its header or by its bytes, and a body of unknown length', async () => {
    const body = gzipSync(lines(runs(1_100, 1_150)));
    expect((await post(body, { headers: { 'content-encoding': 'gzip' } })).body.recorded.runs).toBe(50);
    expect((await post(body, { headers: { 'content-type': 'application/gzip' } })).body.recorded.runs).toBe(50);
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(lines(runs(1_150, 1_160))));
        controller.close();
      },
    });
    expect((await post(chunks)).body.recorded.runs).toBe(10);
  });

  it('refuses what is too large, whole where its length is declared, and says how far it came', async () => {
    const large = lines(runs(2_000, 3_600));
    const declared = await post(large, { headers: { 'content-length': String(large.length) } });
    expect([declared.status, declared.body.code]).toEqual([413, 'payload_too_large']);
    expect(declared.body.message).toMatch(/larger than 200000 bytes/);
    const zipped = await post(gzipSync(large));
    expect(zipped.status).toBe(413);
    expect(zipped.body.message).toMatch(/Everything up to line \d+ is recorded/);
    const count = Number(/line (\d+)/.exec(zipped.body.message)?.[1]);
    const { rows } = await db.pool.query('select count(*)::int as runs from run where id between $1 and $2', [
      id(2_000),
      id(3_599),
    ]);
    expect(rows[0].runs).toBe(count);
  });

  it('records the whole batches of a body that is damaged or breaks off, and says how far it came', async () => {
    for (const [rejected, but] of [
      [[], ''],
      [[{ type: 'run' }], ' but for 1 rejected line \\(1\\)'],
      [[{}, { type: 'run' }], ' but for 2 rejected lines \\(1, 2\\)'],
    ] as const) {
      const zipped = gzipSync(lines([...rejected, ...runs(4_000, 4_800)]));
      const { status, body } = await post(zipped.subarray(0, zipped.length - 40));
      expect([status, body.code]).toEqual([400, 'validation_error']);
      const place = new RegExp(
        `gzip data is truncated or corrupt.* Everything up to line \\d+ is recorded${but}; go on`,
      );
      expect(body.message).toMatch(place);
    }
  });

  it('creates no brand with a key that is limited to it, nor again one that it deletes', async () => {
    const own = { type: 'brand', id: 'brief', organizationId: 'acme', name: 'Brief' };
    expect((await post(lines([own]))).body.recorded.brands).toBe(1);
    const key = (await storeKey(db, { organizationId: 'acme', brandIds: ['brief'], record: true })).token;
    expect((await post(lines([own]), { key })).body.rejected).toEqual([]);
    const { body } = await post(lines([{ type: 'brand', id: 'brief', deleted: true }, own]), { key });
    expect([body.recorded.deletions, body.recorded.brands]).toEqual([1, 0]);
    expect(body.rejected[0].faults[0].message).toBe('This key cannot record the brand "brief".');
  });

  it('refuses other types, methods and keys', async () => {
    const body = lines(runs(1, 2));
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-encoding': 'br' }] as const) {
      const refused = await post(body, { headers });
      expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_media_type']);
      expect(refused.body.message).toContain(type);
    }
    const got = await app.send('/api/v1/records');
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    const reading = await post(body, { key: keys.reading });
    expect([reading.status, reading.body.message]).toEqual([404, expect.stringContaining('keys create --record')]);
    expect((await post(body, { key: 'sightline_no' })).status).toBe(401);
  });

  it('loses nothing of ten recorders at once', async () => {
    const given = Array.from({ length: 10 }, (_, recorder) => runs(10_000 + recorder * 100, 10_100 + recorder * 100));
    const sent = await Promise.all(
      given.map((records, index) =>
        post(lines(records), { key: [keys.whole, keys.narrowed, app.adminKey][index % 3] ?? '' }),
      ),
    );
    expect(sent.map(({ status, body }) => [status, body.recorded.runs])).toEqual(given.map(() => [200, 100]));
    const { rows } = await db.pool.query('select count(*)::int as runs from run where id between $1 and $2', [
      id(10_000),
      id(10_999),
    ]);
    expect(rows).toEqual([{ runs: 1_000 }]);
  });
});

describe('a key of an organization', () => {
  it.each(['whole', 'narrowed'] as const)(
    'that is %s records its own, and cannot touch or see what is not',
    async (name) => {
      await recordAll(db, [run({ id: id(7), promptId: elsewhere, competitorsMentioned: ['Hooli'] })]);
      const foreign = await othersOf();
      const hostile = [
        { type: 'organization', id: 'other', name: 'Stolen' },
        { type: 'organization', id: 'new', name: 'New' },
        { type: 'brand', id: 'erp', organizationId: 'other', name: 'Stolen' },
        { type: 'brand', id: 'erp', organizationId: 'acme', name: 'Stolen' },
        { type: 'brand', id: 'fresh', organizationId: 'other', name: 'Stolen' },
        { type: 'competitor', brandId: 'erp', name: 'Stolen' },
        { type: 'prompt', id: id(5), brandId: 'erp', text: 'stolen' },
        { type: 'annotation', id: 'a', brandId: 'erp', at: '2026-03-01T00:00:00Z', text: 'stolen' },
        { type: 'annotation', id: 'a', brandId: 'erp', deleted: true },
        { type: 'prompt', id: elsewhere, brandId: 'crm', text: 'stolen' },
        { type: 'prompt', id: elsewhere, brandId: 'erp', text: 'stolen' },
        run({ id: id(7), promptId: elsewhere, answer: 'stolen' }),
        run({ id: id(8), promptId: elsewhere }),
      ];
      const { status, body } = await post(lines(hostile), { key: keys[name] });
      expect(status).toBe(200);
      expect(body.rejected.map(({ line }: { line: number }) => line)).toEqual(hostile.map((_, index) => index + 1));
      expect(JSON.stringify(body)).not.toMatch(/Other|belongs/);
      const gone = [
        { type: 'run', id: id(7), promptId: elsewhere, deleted: true },
        { type: 'prompt', id: elsewhere, deleted: true },
        { type: 'brand', id: 'erp', deleted: true },
        { type: 'brand', id: 'none', deleted: true },
      ];
      expect((await post(lines(gone), { key: keys[name] })).body).toMatchObject({
        recorded: { deletions: 4 },
        rejected: [],
      });
      await recordAll(db, [{ type: 'model', id: 'chatgpt', label: 'ChatGPT' }]);
      await post(lines([{ type: 'model', id: 'chatgpt', label: 'Stolen' }, run({ id: id(9), model: 'new-model' })]), {
        key: keys[name],
      });
      expect((await tablesOf(db)).model).toEqual(
        expect.arrayContaining([
          { id: 'chatgpt', label: 'ChatGPT' },
          { id: 'new-model', label: 'new-model' },
        ]),
      );
      expect(await othersOf()).toEqual(foreign);
    },
  );

  it('creates brands of its organization, unless it is limited to some', async () => {
    const brand = { type: 'brand', id: 'made', organizationId: 'acme', name: 'Made' };
    const own = [{ type: 'organization', id: 'acme', name: 'Acme Inc.' }, brand];
    expect((await post(lines(own), { key: keys.narrowed })).body.rejectedCount).toBe(2);
    expect((await post(lines(own), { key: keys.whole })).body).toMatchObject({ recorded: { brands: 1 }, rejected: [] });
    const deletion = { type: 'brand', id: 'made', deleted: true };
    await post(lines([deletion]), { key: keys.narrowed });
    expect((await app.get('/api/v1/brands/made', keys.whole)).status).toBe(200);
    await post(lines([deletion, { type: 'prompt', id: best, deleted: true }]), { key: keys.whole });
    expect((await app.get('/api/v1/brands/made', keys.whole)).status).toBe(404);
  });
});

/** Everything that does not belong to the organization of the keys. */
async function othersOf() {
  const { organization, brand, company, prompt, run: all, answer } = await tablesOf(db);
  const others = [company, prompt, all, answer].map((rows) => rows.filter((row) => row.brand_id === 'erp'));
  return [organization, brand, ...others];
}
