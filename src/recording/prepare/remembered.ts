// A memory of bounded size: what was asked for lately is answered without asking again.

/**
 * `compute` with a memory of at most `2 × most` results. Results that were not asked for while `most` others were are forgotten.
 * `compute` must be pure.
 */
export function remembered<Value>(compute: (key: string) => Value, most: number): (key: string) => Value {
  const memory = new Recent<Value>(most);
  return (key) => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    memory.set(key, value);
    return value;
  };
}

/** A map that keeps the keys used lately, between `most` and `2 × most` of them. It owns that memory. */
export class Recent<Value> {
  private young = new Map<string, Value>();
  private old: ReadonlyMap<string, Value> = new Map();

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.young.size >= this.most) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }
}
