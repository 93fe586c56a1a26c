// Which brands one request can read. On a cluster, those whose node does not answer are left out, so that the others are answered.

import { isUnavailable } from '../unavailable.js';
import type { Nodes } from './nodes.js';

export interface BrandReach {
  /** Brands whose node has answered this request. */
  readonly reachable: Set<string>;
  /** Brands whose node could not be reached. */
  readonly unreachable: Set<string>;
  /** Of the reachable ones, at least one on each node. */
  readonly guarded: Set<string>;
}

export function createReach(): BrandReach {
  return { reachable: new Set(), unreachable: new Set(), guarded: new Set() };
}

/** Adds a brand of which something was read, or could not be. */
export function addToReach({ reachable, unreachable, guarded }: BrandReach, brandId: string, isReachable: boolean) {
  if (!isReachable) return void unreachable.add(brandId);
  reachable.add(brandId);
  guarded.add(brandId);
}

/** Finds out which of `brandIds` can be read, as far as it is not known: each of their nodes is asked once. */
export async function extendReach(nodes: Nodes, reach: BrandReach, brandIds: readonly string[]): Promise<void> {
  const { reachable, unreachable, guarded } = reach;
  const unknown = brandIds.filter((id) => !reachable.has(id) && !unreachable.has(id));
  for (const { brandIds: own } of await nodes.locations.find(unknown)) {
    const [first = ''] = own;
    const isReached = await nodes.ping(first).then(isTrue, isOther);
    for (const id of own) (isReached ? reachable : unreachable).add(id);
    if (isReached) guarded.add(first);
  }
}

const isTrue = () => true;

function isOther(error: unknown): false {
  if (isUnavailable(error)) return false;
  throw error;
}
