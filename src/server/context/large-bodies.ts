// Requests with large bodies take up to some tenths of a second to parse alone. Those of one key wait for each other, and between two of them
// everybody else has a turn: otherwise many at once would hold up all that came after them.

import pLimit, { type LimitFunction } from 'p-limit';
import { letOthersIn } from '../../domain/pause.js';
import type { RequestContext } from './request-context.js';

/** Bodies below take about a millisecond. */
const largeBytes = 64_000;
/** Of one key at once. */
const concurrent = 2;

/** Answers a request whose body has so many bytes. Rejects with the reason of its signal where nobody waits for the answer any more. */
export type InTurn = <T>(
  requestContext: Pick<RequestContext, 'viewer' | 'signal'>,
  bytes: number,
  answer: () => T | Promise<T>,
) => T | Promise<T>;

export function createLargeBodies(): InTurn {
  const queues = new Map<string, LimitFunction>();
  const queued = async <T>(keyId: string, answer: () => T | Promise<T>): Promise<T> => {
    const queue = queues.get(keyId) ?? pLimit(concurrent);
    queues.set(keyId, queue);
    try {
      return await queue(answer);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) queues.delete(keyId);
    }
  };
  return (requestContext, bytes, answer) => {
    const { viewer } = requestContext;
    if (bytes < largeBytes || !viewer) return answer();
    return queued(viewer.keyId, async () => {
      await letOthersIn();
      requestContext.signal.throwIfAborted();
      return answer();
    });
  };
}
