// Work over all brands, which asks node by node, so that one that is away leaves out its own brands only.

import type { Database } from '../postgres.js';
import { isUnavailable } from '../unavailable.js';
import { brandsByNode } from './brands-by-node.js';

/** Runs `work` with the brands of each node in turn; nodes that cannot be reached are left out, and `onUnreachable` is called with the error. */
export async function eachNode<T>(
  db: Database,
  work: (brandIds: readonly string[]) => Promise<T>,
  onUnreachable: (error: unknown) => void,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (const brandIds of await brandsByNode(db)) {
    try {
      results.push(await work(brandIds));
    } catch (error) {
      if (!db.isDistributed || !(isUnavailable(error) || isTimeout(error))) throw error;
      onUnreachable(error);
    }
  }
  return results;
}

/** Whether a statement was ended by its time limit: on a cluster because a node takes statements and does not answer. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
