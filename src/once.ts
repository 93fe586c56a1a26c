// What takes time to make, made on its first use and kept.

/** `make` for each key once. What failed is not kept: the next call makes it again. */
export function once<T, K = void>(make: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const made = new Map<K, Promise<T>>();
  return (key) => {
    const kept = made.get(key);
    if (kept) return kept;
    const making = make(key);
    made.set(key, making);
    making.catch(() => made.delete(key));
    return making;
  };
}
