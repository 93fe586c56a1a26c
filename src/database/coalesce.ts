// Single look-ups of many requests as few statements: those that are asked for while one statement is under way share the next.
// A statement that begins after a request came in returns current data for it, so nothing is cached and nothing is stale.

/** For statements that many wait for: where the server is gone without a word, they are given up, with their connection. In milliseconds. */
export const silence = { query_timeout: 10_000 };

interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/** A look that many ask for: whoever asks during one shares the next, so that they cost one at a time, however many there are. */
export function shared<V>(look: () => Promise<V>): () => Promise<V> {
  const ask = coalesce(async (askers: readonly null[]) => {
    const found = await look();
    return askers.map(() => found);
  });
  return () => ask(null);
}

/** A look-up of one key over `readMany`, which yields values in the order of its keys. */
export function coalesce<K, V>(readMany: (keys: readonly K[]) => Promise<readonly V[]>): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = [];
  let isUnderWay = false;
  const dispatch = async () => {
    if (isUnderWay || waiting.length === 0) return;
    const asked = waiting;
    waiting = [];
    isUnderWay = true;
    try {
      const values = await readMany(asked.map(({ key }) => key));
      for (const [place, { resolve }] of asked.entries()) resolve(values[place] as V); // safe because the values are parallel
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      isUnderWay = false;
      void dispatch();
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      void dispatch();
    });
}
