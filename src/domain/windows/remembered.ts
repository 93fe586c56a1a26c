// What depends on its arguments alone and takes long, such as the rules of a time zone, which a list of brands asks for once for each of them.

import { LRUCache } from 'lru-cache';

/** `compute`, with its values for the `max` latest arguments, none of which but the last contains a blank. What it throws is not kept. */
export function remembered<Args extends readonly (string | number)[], Value extends string | number | boolean | object>(
  max: number,
  compute: (...args: Args) => Value,
): (...args: Args) => Value {
  const known = new LRUCache<string, Value>({ max });
  return (...args) => {
    const key = args.join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(...args);
    known.set(key, value);
    return value;
  };
}
