// What recorders and the roller wait for, whoever reads does not: there is a connection left to look keys up.

import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { adminKey } from '../support/app.js';
import { untilBlocked, whileLocked } from '../support/holding.js';
import { plainRun, recordAll, smallWorld } from '../support/records.js';
import { serverProcess } from '../support/server-process.js';
import { sharedDatabase } from '../support/shared.js';

/** The recordings of one key take turns. */
const keys = [adminKey, `${adminKey}-too`];
const db = await sharedDatabase();

it.each(['0', '1'])('reads while recordings and the roller stand still, with READERS=%s', async (READERS) => {
  await recordAll(db, smallWorld());
  await using server = await serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: keys.join(), READERS });
  const record = (number: 0 | 1) =>
    fetch(`${server.url}/api/v1/records`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[number]}`, 'content-type': 'application/x-ndjson' },
      body: JSON.stringify(plainRun(number)),
    });
  const { recording } = await whileLocked(db, 'mark', async () => {
    const recording = [record(0), record(1)];
    await untilBlocked(db, READERS === '0' ? 3 : 2);
    // Whatever comes to wait meanwhile does.
    await setTimeout(300);
    expect(
      (await fetch(`${server.url}/api/v1/models`, { headers: { authorization: `Bearer ${adminKey}` } })).status,
    ).toBe(200);
    return { recording };
  });
  expect((await Promise.all(recording)).map(({ status }) => status)).toEqual([200, 200]);
});
