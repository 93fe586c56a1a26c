// Maps whose values are created on first use.

/** The map's value at `key`, created on first use. */
export function at<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

export const newMap = <K, V>() => new Map<K, V>();
