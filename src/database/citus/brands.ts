// Work over all brands, which asks node by node, so that one that is unavailable leaves out its own brands only.

import type pg from 'pg';
import type { Database } from '../postgres.js';
import { isStatementTimeout, isUnavailable } from '../unavailable.js';

/**
 * Runs `work`, outside a transaction, with the brands of each node in turn. Nodes that cannot be reached are left out, and `onUnreachable` is called
 * with the error; without it, it is thrown.
 */
export async function eachNode<T>(
  { nodes, withoutTransaction }: Pick<Database, 'nodes' | 'withoutTransaction'>,
  work: (client: pg.ClientBase, brandIds: readonly string[]) => Promise<T>,
  onUnreachable?: (error: unknown) => void,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const { brandIds } of await nodes.locations.all()) {
    try {
      const onNode = (signal: AbortSignal) => withoutTransaction((client) => work(client, brandIds), signal);
      results.push(await nodes.guard(brandIds.slice(0, 1), onNode));
    } catch (error) {
      if (!onUnreachable || !(isUnavailable(error) || isStatementTimeout(error))) throw error;
      onUnreachable(error);
    }
  }
  return results;
}
