// Work that takes long lets the event loop go on in between, so that no request waits until another one's tiles are all gathered.

import { setImmediate } from 'node:timers/promises';

/** How long to work at a stretch, in milliseconds. */
const stretchMs = 20;

export interface Pause {
  /** Whether a stretch of work is over. Cheap. */
  isDue(): boolean;
  /** Lets everything else that waits have its turn; then the next stretch begins. */
  take(): Promise<void>;
}

/** Measures stretches of work from now on. */
export function createPause(): Pause {
  let end = performance.now() + stretchMs;
  return {
    isDue: () => performance.now() > end,
    take: async () => {
      await setImmediate();
      end = performance.now() + stretchMs;
    },
  };
}

/** Resolves to let its callers go on, one after the other; where a stretch of work is over, after everything else that waits had its turn. */
export type Turn = () => Promise<void>;

/** Turns of one request: what all its callers do between them is one stretch of work after the other. */
export function createTurn(pause: Pause = createPause()): Turn {
  let last = Promise.resolve();
  return () => {
    last = last.then(async () => {
      if (pause.isDue()) await pause.take();
    });
    return last;
  };
}
