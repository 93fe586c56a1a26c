// How V8 keeps the heaps of a server, of all its threads.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Below, V8 lets no heap grow so, and less would be left for what is needed at once. */
const largeHeap = 2 * 2 ** 30;

/**
 * Lets V8 collect all of a heap rarely: each time takes four threads for a tenth of a second, in which whoever is answered waits for a processor. To be
 * called before requests are answered. ADR 47 has what was measured.
 */
export function tuneHeap(): void {
  // Otherwise what a line of code makes is allocated among the old objects once it lived long, as it does while caches are filled; then nearly all
  // that a request makes, which lives for milliseconds, waits for the next collection of all.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // A heap may grow to four times what was left of it, as V8 has it for threads that are busy, where a heap may be large. Those of others grow by little
  // more than 8 MB, within which arrays count that are beside the heap: an answer or a list is a tenth of that.
  if (getHeapStatistics().heap_size_limit >= largeHeap) setFlagsFromString('--heap-growing-percent=300');
}
