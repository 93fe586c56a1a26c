// A worker falls silent under a server and two recorders that were at work, so that their sessions are connected to it: only its own brands wait for it.

import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { Node } from '../citus/cluster.js';
import { type OwnCluster, openOwnCluster } from '../citus/own-cluster.js';
import { runOf, worldOf } from '../citus/world.js';
import { adminKey } from '../support/app.js';
import { until } from '../support/embedded.js';
import { temporaryFolder } from '../support/folder.js';
import { killPrograms } from '../support/program.js';
import { startRecording } from '../support/recording-process.js';
import { recordAll } from '../support/records.js';
import { serverProcess } from '../support/server-process.js';

const isCluster = inject('nodes').length > 1;
const metricsToken = 'metrics-token-of-the-tests';
/** As many answers of each kind are waited for before the worker falls silent, and while it is. */
const [roundsBefore, roundsSilent] = [4, 8];
/** Long enough for a machine that is busy. Whatever waits for the worker fails. */
const requestTimeoutMs = '15000';
const start = '2026-03-01T00:00:00Z';

interface Answer {
  readonly kind: string;
  readonly isAnswered: boolean;
  readonly text: string;
}

type Ask = (brandId: string) => Promise<Response>;

/** What is asked, each time for another window, so that no kept answer is sent. */
function asksOf(url: string): Readonly<Record<string, Ask>> {
  let asked = 0;
  const nextEnd = () => {
    asked += 1;
    return new Date(Date.parse(start) + asked * 900_000).toISOString();
  };
  const get = (path: string, token = adminKey) =>
    fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
  const graphql = (query: string) =>
    fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const analytics = (id: string) =>
    `brandAnalytics(brandId: "${id}", start: "${start}", end: "${nextEnd()}") { totals { runs } }`;
  return {
    analytics: (id) => get(`/api/v1/brands/${id}/analytics?start=${start}&end=${nextEnd()}`),
    runs: (id) => get(`/api/v1/brands/${id}/runs?start=${start}&end=${nextEnd()}`),
    brand: (id) => get(`/api/v1/brands/${id}`),
    graphql: (id) => graphql(`{ ${analytics(id)} }`),
    metrics: () => get('/metrics', metricsToken),
    ready: () => get('/health/ready'),
    brands: () => get('/api/v1/brands'),
    portfolio: () => graphql('{ brands { id firstRunAt competitors { name } } }'),
  };
}

const ofAllBrands = ['brands', 'portfolio'];

/** Asks everything at once. */
function askAll(asks: ReturnType<typeof asksOf>, brandId: string): Promise<readonly Answer[]> {
  return Promise.all(
    Object.entries(asks).map(async ([kind, ask]) => {
      const response = await ask(brandId);
      const text = await response.text();
      return { kind, isAnswered: response.status === 200 && !text.startsWith('{"errors"'), text };
    }),
  );
}

/** Asks without end, until it is disposed of. */
function keepAsking(asks: ReturnType<typeof asksOf>, brandId: string): AsyncDisposable {
  let isOver = false;
  const asking = (async () => {
    while (!isOver) await askAll(asks, brandId);
  })();
  return {
    [Symbol.asyncDispose]: () => {
      isOver = true;
      return asking;
    },
  };
}

/** Stops a worker. A postmaster that is stopped alone leaves its sessions at work, so they are ended: none comes back. */
async function silence(worker: Node, which: 'all' | 'postmaster'): Promise<void> {
  if (which === 'all') return worker.suspend();
  const session = new pg.Client(worker.url);
  await session.connect();
  await worker.suspend('postmaster');
  await session.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  await session.end();
}

async function countRuns({ db }: OwnCluster, brandIds: readonly string[]): Promise<readonly number[]> {
  const { rows } = await db.pool.query<{ id: string; runs: number }>(
    'select brand_id as id, count(*)::int as runs from run where brand_id = any($1) group by 1',
    [brandIds],
  );
  return brandIds.map((brandId) => rows.find(({ id }) => id === brandId)?.runs ?? 0);
}

describe.runIf(isCluster)('a server and two recorders on a cluster', () => {
  afterAll(killPrograms);

  it.each([
    ['all processes of a worker are stopped, and go on', 'all', 'resume'],
    ['the postmaster of a worker is stopped, and goes on', 'postmaster', 'resume'],
    ['a worker is stopped, and then started again', 'all', 'restart'],
  ] as const)('keep to the other worker while %s', async (_, which, end) => {
    await using cluster = await openOwnCluster();
    const brandIds = await cluster.brandOnEach('brand');
    const [near = '', far = ''] = brandIds;
    const worker = await cluster.workerOf(far);
    await recordAll(cluster.db, worldOf(brandIds));
    await using server = await serverProcess({
      ...{ DATABASE_URL: cluster.url, ADMIN_API_KEYS: adminKey, METRICS_TOKEN: metricsToken, LOG_LEVEL: 'error' },
      ...{ REQUEST_TIMEOUT_MS: requestTimeoutMs, DATABASE_POOL_SIZE: '6' },
    });
    const asks = asksOf(server.url);
    await using folder = await temporaryFolder();
    const [ofNear, ofFar] = [recorder(cluster.url, folder.path, 0), recorder(cluster.url, folder.path, 1)];
    const writeBoth = () => {
      ofNear.write();
      ofFar.write();
    };
    // Every session becomes connected to both workers.
    for (let round = 0; round < roundsBefore; round += 1) {
      writeBoth();
      await Promise.all([near, far, near, far].map((id) => askAll(asks, id)));
    }
    await until(async () => ofNear.acknowledged() > 0 && ofFar.acknowledged() > 0);

    await silence(worker, which);
    const answers: Answer[] = [];
    {
      await using _ = keepAsking(asks, far);
      for (let round = 0; round < roundsSilent; round += 1) {
        writeBoth();
        answers.push(...(await askAll(asks, near)));
      }
    }
    expect(answers.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
    for (const { text } of answers.filter(({ kind }) => ofAllBrands.includes(kind)))
      expect(text).toContain(`cannot be reached right now: \\"${far}\\"`);
    // With its last batch it rolls the brands of all nodes that it can reach.
    expect(await ofNear.end()).toMatchObject({ status: 0 });
    await until(async () => ofFar.stderr().includes(`The node 127.0.0.1:${worker.port} does not answer.`));

    await worker.resume();
    if (end === 'restart') {
      await worker.kill();
      await worker.start();
    }
    expect(await ofFar.end()).toMatchObject({ status: 0, stderr: expect.stringContaining('the recording goes on') });
    await until(async () => (await askAll(asks, far)).every(({ isAnswered }) => isAnswered));
    expect(await countRuns(cluster, brandIds)).toEqual([ofNear.written() + 1, ofFar.written() + 1]);
  });
});

/** A recorder that is given runs of the brand at `place`. */
function recorder(url: string, folder: string, place: number) {
  const { child, ended } = startRecording({ url }, '-', folder, '--acknowledge', '5');
  let [written, stderr, acknowledged] = [0, '', 0];
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdout.on('data', (chunk: Buffer) => {
    for (const [, lines] of String(chunk).matchAll(/"lines":(\d+)/g)) acknowledged = Number(lines);
  });
  const write = () => {
    for (let number = 0; number < 5; number += 1) child.stdin.write(`${JSON.stringify(runOf(place))}\n`);
    written += 5;
  };
  const end = () => {
    child.stdin.end();
    return ended;
  };
  return { write, end, written: () => written, stderr: () => stderr, acknowledged: () => acknowledged };
}
