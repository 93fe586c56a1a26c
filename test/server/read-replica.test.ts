// A server with a primary and a hot standby: reads go to the standby while it has seen what they must see, and to the primary otherwise, without an
// error and never older.

import { describe, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { storeKey, testApp } from '../support/app.js';
import { query, until } from '../support/embedded.js';
import { analyticsOf, metricsToken, openReadReplica, outcomes, totalOf, window } from '../support/read-replica.js';
import { smallWorldIds } from '../support/records.js';

const { brand, organization, otherBrand, prompts } = smallWorldIds;
const analytics = analyticsOf(brand);
const document = `query ($id: ID!) { brandAnalytics(brandId: $id, start: "2026-03-01T00:00:00Z", end: "2026-04-01T00:00:00Z") { totals { runs } } }`;

const { replication, primary, key, serverWith, recordRun } = await openReadReplica();

describe('reads', () => {
  it('of everything with a version go to the standby, and equal those of the primary', async () => {
    const [app, plain] = [await serverWith(), await testApp(primary)];
    const paths = [
      analytics,
      `/api/v1/brands/${brand}/runs?${window}`,
      `/api/v1/brands/${brand}/citations/urls?${window}`,
      `/api/v1/brands/${brand}/prompt-performance?${window}`,
      `/api/v1/prompts/${prompts.best}/runs?${window}`,
      `/api/v1/prompts/${prompts.best}/snapshot?date=2026-03-01`,
    ];
    for (const path of paths) {
      const [expected, found] = [await plain.get(path), await app.get(path)];
      expect([path, found.status, found.text]).toEqual([path, 200, expected.text]);
      expect(found.headers.get('etag')).toBe(expected.headers.get('etag'));
    }
    expect(await outcomes(app)).toEqual({ replica: paths.length });
    const graphql = await app.graphql(document, { id: brand });
    expect(graphql.body.data).toEqual((await plain.graphql(document, { id: brand })).body.data);
    const accept = { headers: { accept: 'text/csv' } };
    const [expected, found] = [await plain.send(paths[2] ?? '', accept), await app.send(paths[2] ?? '', accept)];
    expect([found.status, found.text]).toEqual([200, expected.text]);
    expect(await outcomes(app)).toEqual({ replica: paths.length + 2 });
  });

  it('of the tools of an assistant go there as well', async () => {
    const app = await serverWith();
    const { status } = await app.tool('get_prompt_day', { promptId: prompts.best, date: '2026-03-01' });
    expect([status, await outcomes(app)]).toEqual([200, { replica: 1 }]);
  });

  it('that name no brand stay on the primary', async () => {
    const app = await serverWith();
    const { body } = await app.graphql('{ brands { id firstRunAt } }');
    expect(body.data.brands).toHaveLength(2);
    expect(await outcomes(app)).toEqual({ unversioned: 1 });
  });

  it('of what the standby has not seen go to the primary; those of other brands stay', async () => {
    const app = await serverWith();
    const [, before] = await totalOf(app);
    const [, other] = await totalOf(app, analyticsOf(otherBrand));
    await replication.pause();
    try {
      await recordRun();
      expect(await totalOf(app)).toEqual([200, before + 1]);
      expect(await totalOf(app, analyticsOf(otherBrand))).toEqual([200, other]);
      expect((await app.graphql(document, { id: brand })).body.data.brandAnalytics.totals.runs).toBe(before + 1);
      expect(await outcomes(app)).toEqual({ replica: 3, behind: 2 });
    } finally {
      await replication.resume();
    }
    await replication.catchUp();
    expect(await totalOf(app)).toEqual([200, before + 1]);
    expect(await outcomes(app)).toEqual({ replica: 4, behind: 2 });
  });

  it('go to the primary while the standby is too far behind, and come back', async () => {
    const app = await serverWith({ maxReplicaLagMs: 5_000 });
    const said = (msg: string) => app.logged.filter((line) => line.msg === msg).length;
    const unused = () => said('reads go to the primary: the read replica is not used');
    const used = () => said('reads go to the read replica');
    await until(() => used() > 0);
    const [unusedBefore, usedBefore] = [unused(), used()];
    await replication.pause();
    try {
      await recordRun();
      await until(() => unused() > unusedBefore);
      expect((await totalOf(app, analyticsOf(otherBrand)))[0]).toBe(200);
      expect(await outcomes(app)).toEqual({ unused: 1 });
      expect((await app.get('/metrics', metricsToken)).text).toMatch(/^sightline_replica_used 0$/m);
    } finally {
      await replication.resume();
    }
    await until(() => used() > usedBefore);
    expect((await totalOf(app))[0]).toBe(200);
    expect(await outcomes(app)).toEqual({ unused: 1, replica: 1 });
  });

  it('of an idle primary have no lag', async () => {
    const app = await serverWith();
    await replication.catchUp();
    await until(() => (app.replica?.state().lagMs ?? Number.POSITIVE_INFINITY) < 1_000);
    const { lagMs } = app.replica?.state() ?? {};
    await until(() => app.replica?.state().lagMs !== lagMs);
    expect(app.replica?.state().trouble).toBeNull();
  });
});

describe('keys and limits', () => {
  it('are those of the primary, however far behind the standby is', async () => {
    const app = await serverWith({ rateLimitPerMinute: 2 });
    await replication.pause();
    try {
      const { token, id } = await storeKey(primary, { organizationId: organization });
      expect((await app.get(analytics, token)).status).toBe(200);
      expect(await query(replication.primary.url, `select points from rate_limit where key = 'key:${id}'`)).toEqual([
        1,
      ]);
      await primary.pool.query('update api_key set revoked_at = now() where id = $1', [id]);
      expect((await app.get(analytics, token)).status).toBe(401);
      const statuses = [];
      for (let turn = 0; turn < 3; turn += 1) statuses.push((await app.get(analytics, key)).status);
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await replication.resume();
    }
  });
});

describe('entity tags and kept answers', () => {
  it('never confirm or repeat what is older than what was reported as recorded', async () => {
    const app = await serverWith({ answerCacheBytes: 10_000_000 });
    await replication.catchUp();
    const first = await app.get(analytics);
    const etag = first.headers.get('etag') ?? '';
    expect((await app.send(analytics, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await replication.pause();
    try {
      await recordRun();
      const second = await app.send(analytics, { headers: { 'if-none-match': etag } });
      expect([second.status, second.body.totals.runs]).toEqual([200, first.body.totals.runs + 1]);
      expect(second.headers.get('etag')).not.toBe(etag);
      expect((await app.get(analytics)).text).toBe(second.text);
    } finally {
      await replication.resume();
    }
  });
});

describe('corrupt tiles', () => {
  it('on the standby are marked on the primary', async () => {
    const app = await serverWith({ tileCacheBytes: 0 });
    await rollBrands(primary);
    const flip = 'update tile set sums = set_byte(sums, 7, get_byte(sums, 7) # 4)';
    await replication.catchUp();
    const { text } = await app.get(analytics);
    await primary.pool.query(flip);
    await replication.catchUp();
    expect((await app.get(analytics)).text).toBe(text);
    expect(await outcomes(app)).toEqual({ replica: 2 });
    const marks = await query(replication.primary.url, 'select count(*)::int from mark');
    expect(marks[0]).toBeGreaterThan(0);
    await rollBrands(primary);
    await replication.catchUp();
    expect((await app.get(analytics)).text).toBe(text);
  });
});
