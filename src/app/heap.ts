// How V8 keeps the heaps of a server, of all its threads.

import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 collect all of a heap rarely: each time takes four threads for a tenth of a second, in which whoever is answered waits for a processor. To be
 * called before requests are answered. ADR 47 has what was measured.
 */
export function tuneHeap(): void {
  // Otherwise what a line of code makes is allocated among the old objects once it lived long, as it does while caches are filled; then nearly all
  // that a request makes, which lives for milliseconds, waits for the next collection of all.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // A heap may grow to four times what was left of it, as V8 has it for threads that are busy. For others it is a quarter of that and 8 MB,
  // within which arrays count that are beside the heap: an answer or a list is a tenth of that.
  setFlagsFromString('--heap-growing-percent=300');
}
