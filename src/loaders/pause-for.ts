// When what is read for a request stops: where nobody waits for it any more, and before it takes the last of the memory, without which the process
// and every other request would end.

import { getHeapStatistics } from 'node:v8';
import { createPause, type Pause } from '../domain/pause.js';
import { unavailable } from '../errors.js';

/** What V8 counts as part of the limit of a heap, and where only young objects are. */
const youngBytes = 48 * 2 ** 20;
/** Of the rest of the heap that the process may have; what is left is for what others need meanwhile. */
const mostUsed = 0.75;
/** What one request leaves behind is collected within this time; until then another one ends only where it takes more than that. */
const [collectMs, mostUsedMeanwhile] = [2_000, 0.85];

/** What arrays may take beside the heap while a request is read, as a share of its limit. */
const mostBeside = 0.25;

let endedAt = Number.NEGATIVE_INFINITY;

/** The pauses of the work for a request. Rejects with the reason of `signal`, or with `unavailable` where memory runs out. */
export function pauseFor(signal: AbortSignal): Pause {
  const { external_memory: before } = getHeapStatistics();
  return createPause(() => {
    signal.throwIfAborted();
    const { used_heap_size: used, heap_size_limit: limit, external_memory: beside } = getHeapStatistics();
    const isCollecting = performance.now() - endedAt < collectMs;
    const isHeapFree = used < (limit - youngBytes) * (isCollecting ? mostUsedMeanwhile : mostUsed);
    if (isHeapFree && beside - before < limit * mostBeside) return;
    endedAt = performance.now();
    throw unavailable('Memory runs out: request less, or try again in a moment.');
  });
}
