// A brand whose deletion a worker has prepared and not committed when it dies: the coordinator has committed it, and the rest is removed all the same.

import { describe, expect, inject, it } from 'vitest';
import { deleteRecords } from '../../src/recording/delete/delete.js';
import { send } from '../citus/nodes.js';
import { openOwnCluster } from '../citus/own-cluster.js';
import { worldOf } from '../citus/world.js';
import { withDatabase } from '../support/database.js';
import { recordAll } from '../support/records.js';

describe.runIf(inject('nodes').length > 1)('a deletion in doubt', () => {
  it('is finished once the worker knows of it', async () => {
    await using cluster = await openOwnCluster({ keepsCommits: true });
    const { db, nodes } = cluster;
    const brandIds = await cluster.brandOnEach('brand');
    const [brandId = ''] = brandIds;
    await recordAll(db, worldOf(brandIds));
    const worker = await cluster.workerOf(brandId);
    const set = async (setting: string) => {
      await send(nodes[0]?.url ?? '', `alter system set ${setting}`);
      await send(nodes[0]?.url ?? '', 'select pg_reload_conf()');
    };
    // The coordinator waits for a standby before it tells the workers to commit.
    await set(`synchronous_standby_names = 'none'`);
    const deleting = deleteRecords(db, [{ type: 'brand', id: brandId }]);
    const prepared = async () =>
      (await send(withDatabase(worker.url, 'sightline'), 'select gid from pg_prepared_xacts')).length;
    await expect.poll(prepared).toBe(1);
    await worker.kill();
    await worker.start();
    await set('citus.recover_2pc_interval = 3000');
    await set(`synchronous_standby_names = ''`);
    expect(await deleting).toMatchObject({ brands: 1, runs: 1 });
    const { rows } = await db.pool.query('select id from run where brand_id = $1', [brandId]);
    expect(rows).toEqual([]);
  });
});
