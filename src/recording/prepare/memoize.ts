// Caches of bounded size that keep recently used entries.

/**
 * `compute` with a cache of at most `2 × maxYoung` results. A result that is not used while `maxYoung` others are added is evicted.
 * `compute` must be pure.
 */
export function memoize<Value>(compute: (key: string) => Value, maxYoung: number): (key: string) => Value {
  const cache = new RecentMap<Value>(maxYoung);
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

/** A map that keeps the recently used keys: between `maxYoung` and `2 × maxYoung` of them. */
export class RecentMap<Value> {
  private young = new Map<string, Value>();
  private old: ReadonlyMap<string, Value> = new Map();

  constructor(private readonly maxYoung: number) {}

  get(key: string): Value | undefined {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.young.size >= this.maxYoung) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }
}
