// Long work yields to the event loop regularly, so that requests do not wait until all tiles of another one are gathered.

import { setImmediate } from 'node:timers/promises';

/** Maximum time without yielding, in milliseconds. */
const stretchMs = 20;
/** In a turn of the event loop, libuv accepts one connection. A turn in which nothing happens takes a microsecond. */
const turnsForOthers = 128;
/** Where they are long, as each may be in which much has arrived, so many milliseconds of them. */
const msForOthers = 50;

export interface Pause {
  /** Whether it is time to yield. Cheap. */
  isDue(): boolean;
  /** Yields to everything else that waits; then the next interval starts. Rejects where the work is not to go on. */
  take(): Promise<void>;
}

/** Resolves when what waits has had its turn, and new connections have been accepted: as many as usually wait, or those of some milliseconds. */
export async function letOthersIn(): Promise<void> {
  const end = performance.now() + msForOthers;
  for (let turn = 0; turn < turnsForOthers && (turn === 0 || performance.now() < end); turn++) await setImmediate();
}

/** Measures from now on. `goOn` throws where the work is not to go on. */
export function createPause(goOn = () => {}): Pause {
  let end = performance.now() + stretchMs;
  return {
    isDue: () => performance.now() > end,
    take: async () => {
      await letOthersIn();
      goOn();
      end = performance.now() + stretchMs;
    },
  };
}

/** Work that can be left off between two steps, each of a few milliseconds at most. */
export type Steps<R> = Generator<void, R>;

/** What steps come to, with a pause between two of them where it is due. */
export async function inTurns<R>(steps: Steps<R>, pause: Pause): Promise<R> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (pause.isDue()) await pause.take();
  }
}

/** What steps come to, for those whom nobody waits for. */
export function atOnce<R>(steps: Steps<R>): R {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What `map` makes of each of `items`, one after the other. */
export async function mapInTurns<T, R>(items: readonly T[], pause: Pause, map: (item: T) => R): Promise<readonly R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    if (pause.isDue()) await pause.take();
    mapped.push(map(item));
  }
  return mapped;
}

/** Resolves its callers one after the other; when it is time to yield, after everything else that waits. */
export type Turn = () => Promise<void>;

/** The turns of one request: the time of all its callers together is limited. */
export function createTurn(pause: Pause = createPause()): Turn {
  let last = Promise.resolve();
  return () => {
    last = last.then(async () => {
      if (pause.isDue()) await pause.take();
    });
    return last;
  };
}
