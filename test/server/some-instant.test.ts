// Several servers that keep answers, over one database, two recorders that move tags, runs and names, and rolling: every answer is that of one instant
// between the sending of its request and its arrival, also one that is sent again, or only confirmed.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { keepRolling } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { factor } from '../support/compare.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { historyOf } from '../support/instants/history.js';
import { type Watched, watchInstants } from '../support/instants/watch.js';
import { recordAll } from '../support/records.js';
import { startReplication } from '../support/replication.js';

const batchesOfEach = 8;
const numRuns = Math.ceil(factor);
const seeds = fc.integer({ min: 1, max: 1_000_000 });

const rollingOver = (db: TestDatabase | ReturnType<typeof connect>) =>
  keepRolling(db, { pauseMs: 30, onError: (error) => expect.fail(String(error)) });

function expectPossible({ impossible, overlapping, confirmed }: Watched): void {
  expect(impossible).toEqual([]);
  expect(overlapping).toBeGreaterThan(0);
  expect(confirmed).toBeGreaterThan(0);
}

it('every answer is that of an instant while it was asked', async () => {
  const property = fc.asyncProperty(seeds, async (seed) => {
    await using db = await testDatabase();
    const { url, isDistributed } = db;
    const history = historyOf(seed, batchesOfEach);
    await recordAll(db, history.base);
    await using _rolling = rollingOver(db);
    await using first = connect(url, { poolSize: 6, statementTimeoutMs: 60_000, isDistributed });
    await using second = connect(url, { poolSize: 6, statementTimeoutMs: 60_000, isDistributed });
    const servers = [await testApp(first), await testApp(second)];
    expectPossible(await watchInstants({ seed, history, recorders: [db, db], servers }));
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
});

it('so is every answer where a replica is read, whose replay stops and goes on', async () => {
  const property = fc.asyncProperty(seeds, async (seed) => {
    await using replication = await startReplication();
    await using primary = connect(replication.primary.url, { poolSize: 8, statementTimeoutMs: 60_000 });
    const history = historyOf(seed, batchesOfEach);
    await recordAll(primary, history.base);
    await using _rolling = rollingOver(primary);
    await using reading = await testApp(primary, { readDatabaseUrl: replication.standby.url });
    await until(() => reading.replica?.state().trouble === null);
    const onBatch = async (number: number) => {
      if (number % 4 === 2) await replication.pause();
      if (number % 4 === 3) await replication.resume();
    };
    const servers = [reading, await testApp(primary)];
    expectPossible(await watchInstants({ seed, history, recorders: [primary, primary], servers, onBatch }));
  });
  await fc.assert(property, { numRuns, endOnFailure: true });
});
