// Which nodes of a cluster answer, asked from the coordinator.

import { setTimeout } from 'node:timers/promises';
import { shared } from '../coalesce.js';
import { inTime } from '../in-time.js';
import type { Database } from '../postgres.js';
import { inOwnSession } from './own-session.js';

/** Every node may take as long to accept a session, one after the other. */
const limits = { connectMs: 1_000, statementMs: 60_000 };

/** The nodes that the coordinator cannot open a session on now, as `host:port`. */
export async function readUnreachable({ pool }: Pick<Database, 'pool'>): Promise<readonly string[]> {
  return inOwnSession(pool, limits, async (client) => {
    const { rows } = await client.query<{ node: string }>(
      `select nodename || ':' || nodeport as node from pg_dist_node
       where noderole = 'primary' and isactive and not citus_check_connection_to_node(nodename, nodeport) order by nodeid`,
    );
    return rows.map(({ node }) => node);
  });
}

/** The same of a database that may be on one server: then, and where the coordinator does not answer, none. */
export async function readSilent(db: Pick<Database, 'pool' | 'isDistributed'>): Promise<readonly string[]> {
  return db.isDistributed ? readUnreachable(db).catch(() => []) : [];
}

/** How often nodes are looked at for which work may be waiting. */
const lookMs = 3_000;

/** Reports the nodes that cannot be reached, at each look that finds some, until it is disposed of. */
export function watchNodes(
  db: Pick<Database, 'pool' | 'isDistributed'>,
  onSilent: (nodes: readonly string[]) => void,
): Disposable {
  const ended = new AbortController();
  const watch = async () => {
    while (!ended.signal.aborted) {
      await setTimeout(lookMs, undefined, { signal: ended.signal, ref: false });
      const nodes = await readSilent(db);
      if (nodes.length > 0 && !ended.signal.aborted) onSilent(nodes);
    }
  };
  // It ends with the disposal.
  if (db.isDistributed) watch().catch(() => {});
  return { [Symbol.dispose]: () => ended.abort() };
}

/** A probe does not wait longer for nodes that swallow packets; what was known last stands in the meantime. */
const maxWaitMs = 500;

/**
 * Resolves to the nodes of `db` that cannot be reached, none where it is not distributed. One look at a time: whoever asks during one shares
 * the next, or gets the last result where that takes long. Rejects where the coordinator itself does not answer.
 */
export function createNodeWatch(db: Pick<Database, 'pool' | 'isDistributed'>): () => Promise<readonly string[]> {
  if (!db.isDistributed) return async () => [];
  let known: readonly string[] = [];
  const look = shared(async () => {
    known = await readUnreachable(db);
    return known;
  });
  return () => inTime(look(), maxWaitMs, () => known);
}
