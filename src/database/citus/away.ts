// Which brands cannot be read because their node does not answer, as far as this process has noticed: so that nothing waits for a node again and again
// that takes statements and never answers them.

import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../postgres.js';
import { brandsByNode } from './brands.js';

export interface AwayBrands {
  readonly has: (brandId: string) => boolean;
  /**
   * Runs a short read of what the nodes of `brandIds` have. It is cancelled and rejects where it takes longer than a node that answers could
   * need; if it is about one brand, this brand and its neighbours are away from then on, until a read of it succeeds.
   */
  readonly read: <T>(brandIds: readonly string[], work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;
}

/** How long a short read may take, and the pause between attempts to reach a node that is away. */
const [maxReadMs, pauseMs] = [3_000, 2_000];

export function createAwayBrands(
  db: Pick<Database, 'pool' | 'withoutTransaction'> & { readonly isDistributed: boolean },
): AwayBrands {
  const away = new Set<string>();
  const attempt = <T>(work: (client: pg.ClientBase) => Promise<T>) =>
    db.withoutTransaction(work, AbortSignal.timeout(maxReadMs));
  const addNode = async (brandId: string) => {
    if (away.has(brandId)) return;
    away.add(brandId);
    const nodes = await brandsByNode(db).catch(() => []);
    const neighbours = nodes.find((ids) => ids.includes(brandId)) ?? [brandId];
    for (const id of neighbours) away.add(id);
    while (!db.pool.ended) {
      await setTimeout(pauseMs, undefined, { ref: false });
      const isBack = await attempt((client) => client.query('select from version where brand_id = $1', [brandId])).then(
        () => true,
        () => false,
      );
      if (!isBack) continue;
      for (const id of neighbours) away.delete(id);
      return;
    }
  };
  return {
    has: (brandId) => away.has(brandId),
    read: async (brandIds, work) => {
      try {
        return await attempt(work);
      } catch (error) {
        const [brandId, ...others] = brandIds;
        if (isTimeout(error) && brandId !== undefined && others.length === 0) void addNode(brandId);
        throw error;
      }
    },
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
