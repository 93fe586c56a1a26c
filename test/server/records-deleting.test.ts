// Deletions hold up no recording of others, however long they take.

import { expect, it } from 'vitest';
import { adminKey, storeKey } from '../support/app.js';
import { untilBlocked, whileHeld } from '../support/holding.js';
import { base, cheap, elsewhere, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { serverProcess } from '../support/server-process.js';
import { shared, sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase((db) => recordAll(db, base));
const server = await shared(serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey }));

it.each([
  ['crm', 'erp'],
  ['erp', 'crm'],
])('who waits for one brand, as %s, holds no other, as %s', async (awaited, free) => {
  const first = awaited === 'crm' ? 1_000 : 2_000;
  const ofBrand = (brandId: string, number: number) =>
    JSON.stringify(run({ id: id(number), promptId: brandId === 'crm' ? cheap : elsewhere }));
  const post = (token: string, lines: readonly string[]) =>
    fetch(`${server.url}/api/v1/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    });
  const owner = await storeKey(db, { organizationId: free === 'crm' ? 'acme' : 'other', record: true });
  const { ofBoth } = await whileHeld(db, [awaited], async () => {
    const ofBoth = post(adminKey, [ofBrand(free, first), ofBrand(awaited, first + 1)]);
    await untilBlocked(db);
    expect((await post(owner.token, [ofBrand(free, first + 2)])).status).toBe(200);
    return { ofBoth };
  });
  expect(await (await ofBoth).json()).toMatchObject({ recorded: { runs: 2 }, rejectedCount: 0 });
});

it('others record while two organizations delete what takes long', async () => {
  const [third, ownPrompt] = ['third', id(30)];
  await recordAll(db, [
    { type: 'organization', id: third, name: 'Third' },
    { type: 'brand', id: third, organizationId: third, name: 'Third' },
    { type: 'prompt', id: ownPrompt, brandId: third, text: 'best third', tags: [] },
  ]);
  const send = async (organizationId: string, record: object) => {
    const { token } = await storeKey(db, { organizationId, record: true });
    const own = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
    return fetch(`${server.url}/api/v1/records`, { method: 'POST', headers: own, body: JSON.stringify(record) });
  };
  const { deletions } = await whileHeld(db, ['crm', 'erp'], async () => {
    const deletions = ['acme', 'other'].map((organizationId) =>
      send(organizationId, { type: 'prompt', id: organizationId === 'acme' ? cheap : elsewhere, deleted: true }),
    );
    await untilBlocked(db);
    for (let at = 0; at < 5; at++) {
      const { status } = await send(third, run({ id: id(700_000 + at), promptId: ownPrompt }));
      expect(status).toBe(200);
    }
    return { deletions };
  });
  expect((await Promise.all(deletions)).map(({ status }) => status)).toEqual([200, 200]);
});
