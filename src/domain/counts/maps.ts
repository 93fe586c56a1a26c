// Values that are created on first use: of maps, and alone.

/** The map's value at `key`, created on first use. */
export function at<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}

/** The same, where the value is a new object of a class. */
export function made<K, V>(map: Map<K, V>, key: K, Of: new () => NoInfer<V>): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = new Of();
  map.set(key, created);
  return created;
}

/** What `make` makes, which is called once, on the first use. */
export function once<Value extends object>(make: () => Value): () => Value {
  let made: Value | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
