// Work that is not waited for without end.

import { setTimeout } from 'node:timers/promises';

/** What `work` results in, or `late` where that takes longer than `maxMs`. */
export function inTime<T>(work: Promise<T>, maxMs: number, late: () => T): Promise<T> {
  const ended = new AbortController();
  const limit = setTimeout(maxMs, undefined, { signal: ended.signal }).then(late);
  limit.catch(() => {});
  return Promise.race([work, limit]).finally(() => ended.abort());
}
