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
import { metricsToken, outcomes } from '../support/read-replica.js';
import { recordAll } from '../support/records.js';
import { startReplication } from '../support/replication.js';

const batchesOfEach = 8;
const numRuns = Math.ceil(factor);
const seeds = fc.integer({ min: 1, max: 1_000_000 });

const rollingOver = (db: TestDatabase | ReturnType<typeof connect>) =>
  keepRolling(db, { pauseMs: 30, onError: (error) => expect.fail(String(error)) });

/** What is to happen in a world by chance, and how often it did. */
type Happened = Readonly<Record<string, number>>;

/** Watches so many worlds, and more until everything has happened that is to happen by chance. */
async function watchWorlds(watch: (seed: number) => Promise<Happened>): Promise<void> {
  let missing: readonly string[] = [];
  let worlds = 0;
  const watchNext = async (seed: number) => {
    const happened = await watch(seed);
    missing = (worlds++ === 0 ? Object.keys(happened) : missing).filter((name) => !happened[name]);
  };
  await fc.assert(fc.asyncProperty(seeds, watchNext), { numRuns, endOnFailure: true });
  while (missing.length > 0) await fc.assert(fc.asyncProperty(seeds, watchNext), { numRuns: 1 });
}

function expectPossible({ impossible, overlapping, confirmed }: Watched): Happened {
  expect(impossible).toEqual([]);
  return { overlapping, confirmed };
}

it('every answer is that of an instant while it was asked', async () => {
  await watchWorlds(async (seed) => {
    await using db = await testDatabase();
    const { url, isDistributed } = db;
    const history = historyOf(seed, batchesOfEach);
    await recordAll(db, history.base);
    await using _rolling = rollingOver(db);
    await using first = connect(url, { poolSize: 6, statementTimeoutMs: 60_000, isDistributed });
    await using second = connect(url, { poolSize: 6, statementTimeoutMs: 60_000, isDistributed });
    const servers = [await testApp(first), await testApp(second)];
    return expectPossible(await watchInstants({ seed, history, recorders: [db, db], servers }));
  });
});

it('so is every answer where a replica is read, whose replay stops and goes on', async () => {
  await watchWorlds(async (seed) => {
    await using replication = await startReplication();
    await using primary = connect(replication.primary.url, { poolSize: 8, statementTimeoutMs: 60_000 });
    const history = historyOf(seed, batchesOfEach);
    await recordAll(primary, history.base);
    await using _rolling = rollingOver(primary);
    await using reading = await testApp(primary, { readDatabaseUrl: replication.standby.url, metricsToken });
    await until(() => reading.replica?.state().trouble === null);
    const onBatch = async (number: number) => {
      if (number % 4 === 2) await replication.pause();
      if (number % 4 === 3) await replication.resume();
    };
    const servers = [reading, await testApp(primary)];
    const watched = await watchInstants({ seed, history, recorders: [primary, primary], servers, onBatch });
    const { replica = 0, behind = 0 } = await outcomes(reading);
    return { ...expectPossible(watched), replica, behind };
  });
});
