// The memory of records that are being received: of each key a part, and none of what answers have.

import { expect, it } from 'vitest';
import { createPending } from '../../src/server/cost/pending.js';
import { adminKey, storeKey } from '../support/app.js';
import { untilBlocked, whileHeld } from '../support/holding.js';
import { base, elsewhere, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { serverProcess } from '../support/server-process.js';
import { shared, sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase((db) => recordAll(db, base));
const server = await shared(
  serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, MAX_PENDING_BYTES: '4000000' }),
);
const size = 1_500_000;
const body = JSON.stringify(run({ id: id(900_000) })).padEnd(size, ' ');
const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/x-ndjson' };

it('leaves answers their room, and other keys theirs, however much one key sends', async () => {
  const other = await storeKey(db, { organizationId: 'other', record: true });
  const post = (given: string, token = adminKey) =>
    fetch(`${server.url}/api/v1/records`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: given,
    });
  const window = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
  const { waiting } = await whileHeld(db, ['crm'], async () => {
    const waiting = post(body);
    await untilBlocked(db);
    const refused = await post(body);
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      503,
      expect.stringContaining('Too many records are being received.'),
    ]);
    expect((await fetch(`${server.url}/api/v1/brands/crm/analytics?${window}`, { headers })).status).toBe(200);
    const own = JSON.stringify(run({ id: id(800_000), promptId: elsewhere })).padEnd(size, ' ');
    expect((await post(own, other.token)).status).toBe(200);
    return { waiting };
  });
  expect((await waiting).status).toBe(200);
});

it('keeps the room of what waits for its turn, also where its client has left', async () => {
  const post = (signal?: AbortSignal) =>
    fetch(`${server.url}/api/v1/records`, { method: 'POST', headers, body, ...(signal ? { signal } : {}) });
  const left = new AbortController();
  await whileHeld(db, ['crm'], async () => {
    const waiting = post(left.signal);
    await untilBlocked(db);
    left.abort();
    await expect(waiting).rejects.toThrow();
    for (let time = 0; time < 5; time++) expect((await post()).status).toBe(503);
  });
  let status = 503;
  while (status === 503) ({ status } = await post());
  expect(status).toBe(200);
});

it('gives back the room of a body that is over, whatever is still read of it', () => {
  const { open } = createPending(100);
  const [over, other] = [open('a'), open('b')];
  over.resize(60);
  expect(() => other.resize(60)).toThrow('Too many responses are waiting to be sent.');
  over.release();
  over.resize(60);
  other.resize(60);
});
