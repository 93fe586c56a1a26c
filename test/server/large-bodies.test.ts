// One key that sends many large bodies at once waits for itself: what another key asks meanwhile is answered between two of them.

import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { fillTables } from '../support/rows.js';
import { serverProcess } from '../support/server-process.js';

const attacker = 'key-of-the-large-bodies-0123456789';
const other = 'key-of-another-0123456789abcdef';
const bodies = 24;

it('are parsed in turns of their key', async () => {
  await using db = await testDatabase();
  await fillTables(db, []);
  await using server = await serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: `${attacker},${other}` });
  const post = async (key: string, variables: object) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ models { id } }', variables }),
    });
    return { status: response.status, body: await response.json() };
  };
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, at]));
  await post(other, {});
  let answered = 0;
  const large = Array.from({ length: bodies }, async () => {
    const { status } = await post(attacker, keys);
    answered += 1;
    return status;
  });
  // The first one is answered, so that the others have arrived.
  await Promise.race(large);
  const before = answered;
  expect((await post(other, {})).status).toBe(200);
  expect(answered - before).toBeLessThan(bodies / 2);
  expect(new Set(await Promise.all(large))).toEqual(new Set([200]));
});
