// A server whose standby is away, ends amid a read, comes back or becomes a primary: the primary answers, and nothing fails.

import { describe, expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { query, until } from '../support/embedded.js';
import { analyticsOf, openReadReplica, outcomes, totalOf } from '../support/read-replica.js';
import { smallWorldIds } from '../support/records.js';

const { brand, otherBrand, otherPrompt } = smallWorldIds;
const analytics = analyticsOf(brand);

const { replication, open, serverWith, recordRun } = await openReadReplica();

describe('a standby that fails', () => {
  it('from the start is reported once, and everything is read on the primary', async () => {
    const app = await open({ readDatabaseUrl: 'postgresql://nobody@127.0.0.1:1/none' });
    const said = () => app.logged.filter(({ msg }) => msg === 'reads go to the primary: the read replica is not used');
    await until(() => said().length > 0);
    expect(said()[0]?.trouble).toMatch(/^it cannot be reached: .*ECONNREFUSED/);
    expect((await totalOf(app))[0]).toBe(200);
    expect(said()).toHaveLength(1);
  });

  it('amid a read is replaced by the primary', async () => {
    const app = await serverWith();
    await replication.catchUp();
    const expected = await app.get(analytics);
    await using slow = connect(replication.standby.url, { poolSize: 1, statementTimeoutMs: 0 });
    const kill = async () => {
      await slow.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sightline' and pid <> pg_backend_pid()`,
      );
    };
    for (let turn = 0; turn < 5; turn += 1) {
      const [reply] = await Promise.all([app.get(analytics), kill()]);
      expect([reply.status, reply.text]).toEqual([200, expected.text]);
    }
  });

  it('is left alone while it is away, and used again when it is back', async () => {
    const app = await serverWith();
    await replication.standby.stop();
    const gone = await app.get(analytics);
    expect(gone.status).toBe(200);
    await recordRun(otherPrompt);
    await until(() => app.replica?.state().trouble !== null);
    expect((await totalOf(app, analyticsOf(otherBrand)))[0]).toBe(200);
    expect((await app.get('/health/ready', null)).status).toBe(200);
    await replication.standby.start();
    await until(() => app.replica?.state().trouble === null);
    const { replica: before = 0 } = await outcomes(app);
    expect((await totalOf(app))[0]).toBe(200);
    expect((await outcomes(app)).replica).toBe(before + 1);
  });

  it('is not used once it is a primary itself', async () => {
    const app = await serverWith();
    await query(replication.standby.url, 'select pg_promote()');
    await until(() => app.replica?.state().trouble !== null);
    expect(app.replica?.state().trouble).toBe('it is not a standby');
    await recordRun();
    const [status] = await totalOf(app);
    expect(status).toBe(200);
    expect(app.logged.filter(({ level }) => ['error', 'fatal'].includes(String(level)))).toEqual([]);
  });
});
