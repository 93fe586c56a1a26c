// Recordings over HTTP share one thread, which goes with the server: to start one takes longer than a body does.

import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { withOwnThreads } from '../support/own-threads.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

/** A thread that has ended has no number any more. */
const isRunning = ({ threadId }: Worker) => threadId >= 0;

it('starts one thread for all recordings of a server, and ends it with it', async () => {
  await using db = await testDatabase();
  await recordAll(db, base);
  await withOwnThreads(async (threads) => {
    {
      await using app = await testApp(db);
      for (let first = 0; first < 4; first++) {
        const runs = Array.from({ length: 100 }, (_, at) =>
          run({ id: id(1_000 + 100 * first + at), answer: 'x'.repeat(1_000) }),
        );
        const body = runs.map((record) => JSON.stringify(record)).join('\n');
        const init = { method: 'POST', body, headers: { 'content-type': 'application/x-ndjson' } };
        const { status, body: answer } = await app.send('/api/v1/records', init);
        expect([status, answer.recorded?.runs]).toEqual([200, 100]);
      }
      expect(threads.map(isRunning)).toEqual([true]);
    }
    expect(threads.map(isRunning)).toEqual([false]);
  });
});
