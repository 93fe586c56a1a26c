// When what is read for a request stops: where nobody waits for it any more, and before it takes the last of the memory, without which the process
// and every other request would end.

import { getHeapStatistics } from 'node:v8';
import { createPause, type Pause } from '../domain/pause.js';
import { AppError } from '../errors.js';

/** Of the heap that the process may have; the rest is for young objects, and for what others need meanwhile. */
const mostUsed = 0.75;
/** What one request leaves behind is collected within this time; until then no other one ends for it. */
const collectMs = 2_000;

let endedAt = Number.NEGATIVE_INFINITY;

/** The pauses of the work for a request. Rejects with the reason of `signal`, or with `unavailable` where memory runs out. */
export function pauseFor(signal: AbortSignal): Pause {
  return createPause(() => {
    signal.throwIfAborted();
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used < mostUsed * limit || performance.now() - endedAt < collectMs) return;
    endedAt = performance.now();
    throw new AppError('unavailable', 'Memory runs out: request less, or try again in a moment.', {
      headers: { 'Retry-After': '2' },
    });
  });
}
