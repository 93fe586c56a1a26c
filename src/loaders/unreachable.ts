// Refuses what is asked of brands whose node cannot be reached, so that what is asked of others together with it is answered.

import { NodeUnavailable } from '../database/unavailable.js';
import type { Reading } from '../database/until.js';

/** Loads the keys of brands that can be reached; those of others have an error for a value. */
export function reachable<K, V>(
  { unreachable }: Pick<Reading, 'unreachable'>,
  brandOf: (key: K) => string,
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): (keys: readonly K[]) => Promise<readonly (V | Error)[]> {
  return async (keys) => {
    if (unreachable.size === 0) return load(keys);
    const isReachable = (key: K) => !unreachable.has(brandOf(key));
    const asked = keys.filter(isReachable);
    const values = (asked.length > 0 ? await load(asked) : [])[Symbol.iterator]();
    return keys.map((key) => (isReachable(key) ? (values.next().value as V) : new NodeUnavailable())); // safe because the values are parallel
  };
}
