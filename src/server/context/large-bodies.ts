// Requests with large bodies take up to some tenths of a second to parse alone. Those of one key wait for each other, and between two of them
// everybody else has a turn: otherwise many at once would hold up all that came after them.

import { letOthersIn } from '../../domain/pause.js';
import { createLimitsByKey } from '../../limits-by-key.js';
import type { RequestContext } from './request-context.js';

/** Bodies below take about a millisecond. */
const largeBytes = 64_000;
/** Of one key at once. */
const concurrent = 2;

export function createLargeBodies() {
  const limits = createLimitsByKey(concurrent);
  /** Answers a request whose body has so many bytes. Rejects with the reason of its signal where nobody waits for the answer any more. */
  return <T>({ viewer, deadline }: RequestContext, bytes: number, answer: () => Promise<T>): Promise<T> => {
    if (bytes < largeBytes || !viewer) return answer();
    return limits.run(viewer.keyId, async () => {
      await letOthersIn();
      deadline.signal.throwIfAborted();
      return answer();
    });
  };
}
