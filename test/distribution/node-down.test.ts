// A worker that is down takes its own brands with it, and nothing else.

import { afterAll, describe, expect, inject, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { countMarks, oldestMark } from '../../src/tiles/roll/waiting.js';
import { openOwnCluster } from '../citus/own-cluster.js';
import { runOf, worldOf } from '../citus/world.js';
import { testApp } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { recordAll } from '../support/records.js';

const isCluster = inject('nodes').length > 1;
const day = 'start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';

describe.runIf(isCluster)('a cluster with a worker that is down', async () => {
  if (!isCluster) return;
  const cluster = await openOwnCluster();
  afterAll(() => cluster[Symbol.asyncDispose]());
  const { db, url } = cluster;
  const brandIds = await cluster.brandOnEach('brand');
  const [near = '', far = ''] = brandIds;
  const worker = await cluster.workerOf(far);
  await recordAll(db, worldOf(brandIds));
  await rollBrands(db);
  const app = await testApp(db, { metricsToken: 'metrics-token-of-the-tests' });
  const ask = async (brandId: string) => app.get(`/api/v1/brands/${brandId}/analytics?${day}`);
  const runsOf = async (brandId: string) => (await ask(brandId)).body.totals.runs;
  const end = () => worker.kill();
  const back = () => worker.start();

  it('answers, records, deletes and rolls in the brands of the other node', async () => {
    const before = await runsOf(near);
    await end();
    try {
      const [kept, gone] = [runOf(0), runOf(0)];
      const { report } = await recordAll(db, [kept, gone]);
      expect(report.recorded.run).toBe(2);
      expect(await runsOf(near)).toBe(before + 2);
      await recordAll(db, [{ ...gone, deleted: true }]);
      expect(await runsOf(near)).toBe(before + 1);
      const errors: unknown[] = [];
      expect(await rollBrands(db, { onUnreachable: (error) => errors.push(error) })).toBe(1);
      expect(errors).toHaveLength(1);
      expect(await runsOf(near)).toBe(before + 1);
    } finally {
      await back();
    }
  });

  it('refuses its own brands with 503 and Retry-After, and serves them when it is back', async () => {
    const before = await runsOf(far);
    await end();
    try {
      const { status, headers, body } = await ask(far);
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
      expect(headers.get('retry-after')).toBe('2');
      const stop = new AbortController();
      const options = { signal: stop.signal, onWait: () => stop.abort() };
      await expect(recordAll(db, [runOf(1)], options)).rejects.toThrow(/connection to the remote node/);
      expect(stop.signal.aborted).toBe(true);
    } finally {
      await back();
    }
    expect(await runsOf(far)).toBe(before);
    expect((await recordAll(db, [runOf(1)])).report.recorded.run).toBe(1);
    expect(await runsOf(far)).toBe(before + 1);
  });

  it('answers requests about both at once, each for itself', async () => {
    await end();
    try {
      const replies = await Promise.all([near, far, near, far, near].map(ask));
      expect(replies.map(({ status }) => status)).toEqual([200, 503, 200, 503, 200]);
    } finally {
      await back();
    }
  });

  it('leaves its own brands out of the list of all, and says so', async () => {
    const fields = 'id firstRunAt competitors { name }';
    const sentence = `The data of 1 of 2 brands cannot be reached right now: "${far}". They are left out.`;
    await end();
    try {
      const rest = await app.get('/api/v1/brands');
      expect({ status: rest.status, ids: rest.body.data.map(({ id }: { id: string }) => id) }).toEqual({
        status: 200,
        ids: [near],
      });
      expect(rest.body.notices).toEqual([sentence]);
      const { body } = await app.graphql(`{ brands { ${fields} } }`);
      expect(body).toMatchObject({ data: { brands: [{ id: near }] }, extensions: { notices: [sentence] } });
      expect(body.data.brands).toHaveLength(1);
      const names = await app.graphql('{ brands { id name organizationId } }');
      expect(names.body.data.brands.map(({ id }: { id: string }) => id)).toEqual([near, far].sort());
      expect(names.body.extensions.notices).toBeUndefined();
    } finally {
      await back();
    }
    expect((await app.get('/api/v1/brands')).body.notices).toBeUndefined();
  });

  it('answers the fields of a document that are about the others', async () => {
    const both = (fields: string) => `{ near: brand(id: "${near}") ${fields} far: brand(id: "${far}") ${fields} }`;
    const analytics = (alias: string, id: string) =>
      `${alias}: brandAnalytics(brandId: "${id}", start: "2026-03-01T00:00:00Z", end: "2026-03-02T00:00:00Z") { totals { runs } }`;
    await end();
    try {
      const brands = (await app.graphql(both('{ name firstRunAt }'))).body;
      expect(brands.data).toEqual({
        near: { name: near, firstRunAt: '2026-03-01T09:00:00.000Z' },
        far: { name: far, firstRunAt: null },
      });
      const figures = (await app.graphql(`{ ${analytics('near', near)} ${analytics('far', far)} }`)).body;
      expect(figures.data).toEqual({ near: { totals: { runs: await runsOf(near) } }, far: null });
      for (const { errors } of [brands, figures])
        expect(errors).toMatchObject([
          { path: ['far'].concat(errors[0].path.slice(1)), extensions: { code: 'unavailable' } },
        ]);
    } finally {
      await back();
    }
  });

  it('leaves out its own brands where what waits for the tiles is counted', async () => {
    await recordAll(db, [runOf(0), runOf(1)]);
    const { oldest } = await countMarks(db);
    expect(await countMarks(db)).toMatchObject({ quarters: 2, brands: 2 });
    expect(await oldestMark(db)).toEqual(oldest);
    await end();
    try {
      const errors: unknown[] = [];
      expect(await countMarks(db, (error) => errors.push(error))).toMatchObject({ quarters: 1, brands: 1 });
      expect(errors).toHaveLength(1);
      expect((await app.get('/metrics', 'metrics-token-of-the-tests')).text).toMatch(
        /^sightline_oldest_mark_seconds \d/m,
      );
      const { out } = await runCommand(['doctor'], { DATABASE_URL: url });
      expect(out).toContain('1 quarter hours of 1 brands are pending, but for the brands of nodes that do not answer');
    } finally {
      await back();
    }
    await rollBrands(db);
  });

  it.each([
    ['export', '--output', '/dev/null'],
    ['roll', '--check'],
    ['keys', 'create', '--org', 'acme', '--name', 'one'],
  ])('is named by `sightline %s`, which fails', async (...command) => {
    await end();
    try {
      expect(await runCommand(command, { DATABASE_URL: url })).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`The node 127.0.0.1:${worker.port} does not answer. Run the command again`),
      });
    } finally {
      await back();
    }
  });

  it('is reported by the readiness, the metrics, the doctor and the check', async () => {
    expect((await app.get('/health/ready', null)).body).toEqual({ status: 'ok' });
    await end();
    try {
      expect(await app.get('/health/ready', null)).toMatchObject({
        status: 200,
        body: { status: 'ok', unreachableNodes: 1 },
      });
      expect((await app.get('/metrics', 'metrics-token-of-the-tests')).text).toContain('sightline_unreachable_nodes 1');
      const node = `127.0.0.1:${worker.port}`;
      const { status, out } = await runCommand(['doctor'], { DATABASE_URL: url });
      expect({ status, out }).toEqual({ status: 1, out: expect.stringContaining(`the node ${node} does not answer`) });
      expect(await runCommand(['distribute', '--check'], { DATABASE_URL: url })).toMatchObject({
        status: 1,
        out: `the node ${node} does not answer\n`,
      });
    } finally {
      await back();
    }
    expect((await app.get('/health/ready', null)).body).toEqual({ status: 'ok' });
  });
});
