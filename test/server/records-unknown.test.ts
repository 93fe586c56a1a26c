// What is said of a recording over HTTP that ended before any of it was acknowledged: nothing is claimed that a part under way may yet undo.

import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { whileHeld } from '../support/holding.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { seen } from '../support/seen.js';

const headers = { 'content-type': 'application/x-ndjson' };
const lines = Array.from({ length: 10 }, (_, at) => `${JSON.stringify(run({ id: id(1_000 + at) }))}\n`).join('');

it('does not say that nothing is recorded while a part is under way, which may be recorded yet', async () => {
  await using db = await testDatabase();
  await recordAll(db, base);
  await using app = await testApp(db, { requestTimeoutMs: 1_500 });
  await whileHeld(db, ['crm'], async () => {
    const send = () => app.send('/api/v1/records', { method: 'POST', headers, body: lines });
    // On a busy machine no part may have begun in time.
    const { status, body } = await seen(send, (sent) => !sent.body.message?.endsWith(' Nothing is recorded.'));
    expect(status).toBe(503);
    expect(body.message).toMatch(/ Nothing is known to be recorded; send all of it again\.$/);
  });
  const runs = async () => (await db.pool.query('select count(*)::int as runs from run')).rows[0].runs;
  await expect.poll(runs).toBe(10);
});

it('says that nothing is recorded where no part was begun', async () => {
  await using db = await testDatabase();
  await using app = await testApp(db);
  const body = gzipSync(lines).subarray(0, 60);
  const sent = await app.send('/api/v1/records', { method: 'POST', headers, body });
  expect([sent.status, sent.body.message]).toEqual([400, expect.stringMatching(/ Nothing is recorded\.$/)]);
});
