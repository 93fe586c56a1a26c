// A cluster of a test's own, whose nodes it may end: started in a temporary folder, with one distributed database.

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database } from '../../src/database/postgres.js';
import { distribute } from '../../src/distribution/distribute.js';
import { withDatabase } from '../support/database.js';
import { type Cluster, type Node, startCluster } from './cluster.js';
import { addNodes, nodesOf, send } from './nodes.js';

export interface OwnCluster extends AsyncDisposable {
  /** The address of the distributed database. */
  readonly url: string;
  readonly db: Database;
  /** The coordinator, then the workers. */
  readonly nodes: readonly Node[];
  /** The worker that has a brand. */
  readonly workerOf: (brandId: string) => Promise<Node>;
  /** Ids of brands, one on each worker, made of `name`. */
  readonly brandOnEach: (name: string) => Promise<readonly string[]>;
}

/** Starts one. Its statements may take as long as `statementTimeoutMs`. With `keepsCommits`, nodes that are killed have what they committed. */
export async function openOwnCluster({ statementTimeoutMs = 60_000, keepsCommits = false } = {}): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-cluster-'));
  // The servers may run as another user.
  await chmod(folder, 0o755);
  const cluster = await startCluster(join(folder, 'nodes'), keepsCommits ? { synchronous_commit: 'on' } : {});
  const nodes = [cluster.coordinator, ...cluster.workers];
  const url = await createDistributed(cluster);
  const db = connect(url, { poolSize: 10, statementTimeoutMs, isDistributed: true });
  const workerOf = async (brandId: string) => {
    const port = await portOf(url, brandId);
    const worker = cluster.workers.find((each) => each.port === port);
    if (!worker) throw new Error(`No worker has the brand ${brandId}.`);
    return worker;
  };
  return {
    url,
    db,
    nodes,
    workerOf,
    brandOnEach: async (name) => {
      const found = new Map<number, string>();
      for (let number = 0; found.size < cluster.workers.length; number += 1) {
        const id = `${name}-${number}`;
        const { port } = await workerOf(id);
        if (!found.has(port)) found.set(port, id);
      }
      return [...found.values()];
    },
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]();
      for (const node of nodes) {
        await node.resume().catch(() => undefined);
        await node.kill().catch(() => undefined);
      }
      await rm(folder, { recursive: true });
    },
  };
}

async function createDistributed(cluster: Cluster): Promise<string> {
  const nodes = await nodesOf(cluster.url);
  for (const node of nodes) await send(node, 'create database sightline');
  await addNodes(nodes.map((node) => withDatabase(node, 'sightline')));
  const url = withDatabase(cluster.url, 'sightline');
  await using db = connect(url, { poolSize: 2, statementTimeoutMs: 0 });
  await distribute(db.pool);
  return url;
}

async function portOf(url: string, brandId: string): Promise<number> {
  const [row] = await send(
    url,
    `select nodeport from pg_dist_shard_placement where shardid = get_shard_id_for_distribution_column('run', '${brandId}')`,
  );
  return Number(row?.nodeport);
}
