// A kept answer that a client takes slowly occupies memory as any other: it counts for each client, until that client has it or is gone.

import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { adminKey, testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { get, openSocket } from '../support/raw-client.js';
import { plainRun, recordAll, smallWorld } from '../support/records.js';

/** Its text is more than the sockets of both sides buffer. */
const run = plainRun(1, { answer: 'word '.repeat(4_000_000) });
const path = `/api/v1/prompts/${run.promptId}/runs/${run.id}`;

it('a kept answer that is not read counts as pending until its client leaves', async () => {
  await using db = await testDatabase();
  await recordAll(db, [...smallWorld(), run]);
  const app = await testApp(db, { answerCacheBytes: 100_000_000, maxPendingBytes: 1_000_000 });
  await using server = await app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async () => {
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${adminKey}` } });
    return { status: response.status, text: await response.text() };
  };
  const first = await ask();
  expect(first.status).toBe(200);
  const kept = () => app.logged.filter(({ cache }) => cache === 'hit').length;
  const reader = await openSocket(server);
  reader.pause();
  reader.write(get(path, `Authorization: Bearer ${adminKey}\r\n`));
  while (kept() === 0) await setTimeout(5);
  const refused = await ask();
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([503, 'unavailable']);
  reader.destroy();
  let again = await ask();
  while (again.status === 503) {
    await setTimeout(5);
    again = await ask();
  }
  expect([again.status, again.text === first.text]).toEqual([200, true]);
});
