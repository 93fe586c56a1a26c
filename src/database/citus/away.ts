// Which brands cannot be read because their node does not answer, as far as this process has noticed: so that nothing waits for a node again and again
// that takes statements and never answers them.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { brandsByNode } from './brands-by-node.js';

export interface AwayBrands {
  readonly has: (brandId: string) => boolean;
  /**
   * Runs a short read of what the nodes of `brandIds` have. It is cancelled and rejects where it takes longer than a node that answers could
   * need; if it is about one brand, this brand and its neighbours are away from then on, until a read of it succeeds.
   */
  readonly read: <T>(brandIds: readonly string[], work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
}

interface Cluster {
  readonly pool: pg.Pool;
  readonly isDistributed: boolean;
  readonly withoutTransaction: <T>(work: (client: pg.ClientBase) => Promise<T>, signal: AbortSignal) => Promise<T>;
}

/** How long a short read may take from when it is sent. */
const maxReadMs = 3_000;
/** The pause between attempts to reach a node that is away. */
const pauseMs = 2_000;

class NoAnswer extends Error {}

export function createAwayBrands(db: Cluster): AwayBrands {
  const away = new Set<string>();
  const addNode = async (brandId: string) => {
    if (away.has(brandId)) return;
    away.add(brandId);
    const nodes = await brandsByNode(db).catch(() => []);
    const neighbours = nodes.find((ids) => ids.includes(brandId));
    if (!neighbours) {
      // What does not exist is on no list, and is not waited for.
      away.delete(brandId);
      return;
    }
    for (const id of neighbours) away.add(id);
    while (!db.pool.ended) {
      await setTimeout(pauseMs, undefined, { ref: false });
      if (!(await answers(db, brandId))) continue;
      for (const id of neighbours) away.delete(id);
      return;
    }
  };
  return {
    has: (brandId) => away.has(brandId),
    read: async (brandIds, work) => {
      try {
        return await briefly(db, work);
      } catch (error) {
        const [brandId, ...others] = brandIds;
        if (error instanceof NoAnswer && brandId !== undefined && others.length === 0) void addNode(brandId);
        throw error;
      }
    },
  };
}

/** Runs `work` on a connection, and cancels it when it takes too long; waiting for the connection does not count. */
async function briefly<T>(db: Cluster, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  return db.withoutTransaction(async (client) => {
    const limit = globalThis.setTimeout(() => stop.abort(new NoAnswer('The node did not answer.')), maxReadMs);
    try {
      return await work(client);
    } finally {
      clearTimeout(limit);
    }
  }, stop.signal);
}

/** Whether the node of a brand answers again. */
async function answers(db: Cluster, brandId: string): Promise<boolean> {
  try {
    await briefly(db, (client) => client.query('select from version where brand_id = $1', [brandId]));
    return true;
  } catch {
    return false;
  }
}
