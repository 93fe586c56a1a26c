// Work over all brands, which asks node by node, so that one that is unavailable leaves out its own brands only.

import type { Database } from '../postgres.js';
import { isStatementTimeout, isUnavailable } from '../unavailable.js';

/**
 * Runs `work` with the brands of each node in turn; it ends when its signal aborts. Nodes that cannot be reached are left out, and `onUnreachable` is
 * called with the error.
 */
export async function eachNode<T>(
  { nodes, isDistributed }: Pick<Database, 'nodes' | 'isDistributed'>,
  work: (brandIds: readonly string[], signal: AbortSignal) => Promise<T>,
  onUnreachable: (error: unknown) => void,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const { brandIds } of await nodes.locations.all()) {
    try {
      results.push(await nodes.guard(brandIds.slice(0, 1), (signal) => work(brandIds, signal)));
    } catch (error) {
      if (!isDistributed || !(isUnavailable(error) || isStatementTimeout(error))) throw error;
      onUnreachable(error);
    }
  }
  return results;
}
