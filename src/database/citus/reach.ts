// Which nodes of a cluster answer, asked from the coordinator.

import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { coalesce } from '../coalesce.js';
import type { Database } from '../postgres.js';

/** How long a node may take to accept a session. */
const maxConnectMs = 1_000;

/**
 * The nodes that the coordinator cannot open a session on now, as `host:port`. Asked in a session of its own: one of the pool keeps its sessions on nodes,
 * and would wait for one that does not answer any more.
 */
export async function readUnreachable({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  const { Client = pg.Client } = pool.options;
  const client = new Client(pool.options) as pg.Client; // safe because a pool's own class of clients extends it
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`set citus.node_connection_timeout = ${maxConnectMs}`);
    const { rows } = await client.query<{ node: string }>(
      `select nodename || ':' || nodeport as node from pg_dist_node
       where noderole = 'primary' and isactive and not citus_check_connection_to_node(nodename, nodeport) order by nodeid`,
    );
    return rows.map(({ node }) => node);
  } finally {
    await client.end();
  }
}

/** A probe does not wait longer for nodes that swallow packets; what was known last stands in the meantime. */
const maxWaitMs = 2_000;

/**
 * Resolves to the nodes of `db` that cannot be reached, none where it is not distributed. One look at a time: whoever asks during one shares
 * the next, or gets the last result where that takes long. Rejects where the coordinator itself does not answer.
 */
export function createNodeWatch(db: Pick<Database, 'pool' | 'isDistributed'>): () => Promise<readonly string[]> {
  if (!db.isDistributed) return async () => [];
  let known: readonly string[] = [];
  const look = coalesce(async (askers: readonly null[]) => {
    known = await readUnreachable(db);
    return askers.map(() => known);
  });
  return async () => {
    const stop = new AbortController();
    const late = setTimeout(maxWaitMs, undefined, { signal: stop.signal }).then(
      () => known,
      () => known,
    );
    try {
      return await Promise.race([look(null), late]);
    } finally {
      stop.abort();
    }
  };
}
