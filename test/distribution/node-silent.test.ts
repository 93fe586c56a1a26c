// A worker that accepts connections and statements and answers none takes its own brands with it, and nothing else: what waits for it is bounded.

import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { send } from '../citus/nodes.js';
import { openOwnCluster } from '../citus/own-cluster.js';
import { runOf, worldOf } from '../citus/world.js';
import { testApp } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { recordAll } from '../support/records.js';

const isCluster = inject('nodes').length > 1;
const metricsToken = 'metrics-token-of-the-tests';

describe.runIf(isCluster)('a cluster with a worker that does not answer', async () => {
  if (!isCluster) return;
  const cluster = await openOwnCluster({ statementTimeoutMs: 5_000 });
  afterAll(() => cluster[Symbol.asyncDispose]());
  const { db, url } = cluster;
  const brandIds = await cluster.brandOnEach('brand');
  const [near = '', far = ''] = brandIds;
  const worker = await cluster.workerOf(far);
  await recordAll(db, worldOf(brandIds));
  await rollBrands(db);
  const app = await testApp(db, { metricsToken, requestTimeoutMs: 20_000 });
  let asked = 0;
  /** A window that was not asked for before, so that no kept answer is sent. */
  const ask = async (brandId: string) => {
    asked += 1;
    const end = new Date(Date.parse('2026-03-02T00:00:00Z') + asked * 86_400_000).toISOString();
    return app.get(`/api/v1/brands/${brandId}/analytics?start=2026-03-01T00:00:00Z&end=${end}`);
  };

  it('answers the brands of the other node, and refuses its own with 503', async () => {
    await worker.suspend();
    try {
      const first = await Promise.all([ask(far), ask(near)]);
      expect(first.map(({ status }) => status)).toEqual([503, 200]);
      const replies = await Promise.all([...Array.from({ length: 20 }, () => far), near, near].map(ask));
      expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 503), 200, 200]);
      expect(replies[0]).toMatchObject({
        body: {
          code: 'unavailable',
          message: 'The data of this brand cannot be reached right now. Try again in a moment.',
        },
      });
      expect(replies[0]?.headers.get('retry-after')).toBe('2');
    } finally {
      await worker.resume();
    }
    await expect.poll(async () => (await ask(far)).status).toBe(200);
  });

  it('records and rolls the brands of the other node', async () => {
    const runs = async () => (await ask(near)).body.totals.runs;
    const before = await runs();
    await worker.suspend();
    try {
      expect((await recordAll(db, [runOf(0)])).report.recorded.run).toBe(1);
      const errors: unknown[] = [];
      expect(await rollBrands(db, { onUnreachable: (error) => errors.push(error) })).toBe(1);
      expect(errors).toHaveLength(1);
      expect(await runs()).toBe(before + 1);
    } finally {
      await worker.resume();
    }
  });

  it('does not take with it a brand that was moved away from it', async () => {
    const shardOf = async (id: string) => {
      const [row] = await send(url, `select get_shard_id_for_distribution_column('run', '${id}') as shard`);
      return row?.shard;
    };
    let moved = '';
    for (let number = 0; moved === ''; number += 1) {
      const id = `moved-${number}`;
      const isBeside = (await cluster.workerOf(id)) === worker && (await shardOf(id)) !== (await shardOf(far));
      if (isBeside) moved = id;
    }
    await recordAll(db, worldOf([near, far, moved]));
    await expect.poll(async () => (await ask(moved)).status).toBe(200);
    const other = await cluster.workerOf(near);
    await send(
      url,
      `select citus_move_shard_placement(${await shardOf(moved)}, '127.0.0.1', ${worker.port}, '127.0.0.1', ${other.port}, 'block_writes')`,
    );
    await worker.suspend();
    try {
      expect((await ask(far)).status).toBe(503);
      expect((await ask(moved)).status).toBe(200);
    } finally {
      await worker.resume();
    }
    await expect.poll(async () => (await ask(far)).status).toBe(200);
  });

  it('is named by a command that waits for it, which then goes on', async () => {
    await worker.suspend();
    const exporting = runCommand(['export', '--output', '/dev/null'], { DATABASE_URL: url });
    // Long enough for a look at the nodes.
    await setTimeout(8_000);
    await worker.resume();
    expect(await exporting).toMatchObject({
      status: 0,
      stderr: `The node 127.0.0.1:${worker.port} does not answer. The command waits.\n`,
    });
  });

  it('is reported by the readiness, the metrics, the doctor and the check', async () => {
    await worker.suspend();
    try {
      await expect
        .poll(async () => (await app.get('/health/ready', null)).body)
        .toEqual({ status: 'ok', unreachableNodes: 1 });
      await expect
        .poll(async () => (await app.get('/metrics', metricsToken)).text)
        .toContain('sightline_unreachable_nodes 1');
      const node = `127.0.0.1:${worker.port}`;
      const settings = { DATABASE_URL: url, STATEMENT_TIMEOUT_MS: '5000' };
      const { status, out } = await runCommand(['doctor'], settings);
      expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining(`the node ${node} does not answer`) });
      expect(out).toContain('but for the brands of nodes that do not answer');
      expect(await runCommand(['distribute', '--check'], settings)).toMatchObject({
        status: 1,
        out: `the node ${node} does not answer\n`,
      });
    } finally {
      await worker.resume();
    }
    await expect.poll(async () => (await app.get('/health/ready', null)).body).toEqual({ status: 'ok' });
  });
});
