// A primary with the small world, a hot standby of it, and servers that read there: opened while a file is loaded, closed after its last test.

import { afterAll } from 'vitest';
import type { Config } from '../../src/config.js';
import { connect } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { storeKey, type TestApp, testApp } from './app.js';
import { until } from './embedded.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from './records.js';
import { startReplication } from './replication.js';

const { brand, organization, prompts } = smallWorldIds;
export const window = 'start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z';
export const metricsToken = 'token-of-the-metrics';

/** The address of the figures of a brand in March. */
export const analyticsOf = (id: string) => `/api/v1/brands/${id}/analytics?${window}`;

/** Both servers, with what is recorded rolled and replayed. */
export async function openReadReplica() {
  const replication = await startReplication();
  const primary = connect(replication.primary.url, { poolSize: 4, statementTimeoutMs: 60_000 });
  const opened: TestApp[] = [];
  afterAll(async () => {
    for (const app of opened) await app[Symbol.asyncDispose]();
    await primary[Symbol.asyncDispose]();
    await replication[Symbol.asyncDispose]();
  });
  await recordAll(primary, smallWorld());
  await rollBrands(primary);
  const key = (await storeKey(primary, { organizationId: organization })).token;
  await replication.catchUp();

  /** A server that keeps no answers, and reads on the standby however far that is behind. */
  const open = async (overrides: Partial<Config>): Promise<TestApp> => {
    const app = await testApp(primary, {
      ...{ answerCacheBytes: 0, metricsToken, maxReplicaLagMs: 3_600_000 },
      ...overrides,
    });
    opened.push(app);
    return app;
  };
  /** A server that reads on the standby by now. */
  const serverWith = async (overrides: Partial<Config> = {}): Promise<TestApp> => {
    const app = await open({ readDatabaseUrl: replication.standby.url, ...overrides });
    await until(() => app.replica?.state().trouble === null);
    return app;
  };
  let runs = 0;
  /** Records one more run of a prompt. */
  const recordRun = async (promptId: string = prompts.best): Promise<void> => {
    runs += 1;
    await recordAll(primary, [plainRun(runs, { promptId, createdAt: '2026-03-20T10:00:00Z' })]);
  };
  return { replication, primary, key, open, serverWith, recordRun };
}

/** How often reads went where. */
export async function outcomes(app: TestApp): Promise<Record<string, number>> {
  const { text } = await app.get('/metrics', metricsToken);
  const found = [...text.matchAll(/^sightline_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(found.map(([, name, count]) => [name, Number(count)]));
}

/** The status and the number of runs that a server answers for a brand. */
export async function totalOf(app: TestApp, path = analyticsOf(brand)) {
  const { status, body } = await app.get(path);
  return [status, body.totals.runs];
}
