// So much at once for each key: what one asks for beyond it waits for itself, and not the others for it.

import pLimit, { type LimitFunction } from 'p-limit';

interface LimitsByKey {
  /** What runs and waits of a key. */
  readonly countOf: (key: string) => number;
  /** Runs `work` when it is the turn of its key. */
  readonly run: <T>(key: string, work: () => T | Promise<T>) => Promise<T>;
}

/** `concurrent`: of one key at once. */
export function createLimitsByKey(concurrent: number): LimitsByKey {
  const limits = new Map<string, LimitFunction>();
  const sizeOf = ({ activeCount, pendingCount }: LimitFunction) => activeCount + pendingCount;
  return {
    countOf: (key) => {
      const limit = limits.get(key);
      return limit ? sizeOf(limit) : 0;
    },
    run: async (key, work) => {
      const limit = limits.get(key) ?? pLimit(concurrent);
      limits.set(key, limit);
      try {
        return await limit(work);
      } finally {
        if (sizeOf(limit) === 0) limits.delete(key);
      }
    },
  };
}
