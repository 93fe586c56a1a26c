// When a request that has arrived is begun. All that arrived together could be begun in one turn of the event loop, in which one connection is
// accepted: so requests are begun for some milliseconds, and then everything else has its turn. Those that wait are begun alternately by credential
// (a key, a session, an address), so that who sends many waits for itself.

import { letOthersIn } from '../../domain/pause.js';

/** Requests are begun for so long at a stretch, in milliseconds. */
const stretchMs = 10;

/** `null` where a request with this credential can be begun now; otherwise resolves when it is its turn. */
type FairTurn = (credential: string) => Promise<void> | null;

export function createFairTurns(): FairTurn {
  let end: number | null = null;
  /** Who is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const begin = async () => {
    while (waiting.size > 0) {
      await letOthersIn();
      const until = performance.now() + stretchMs;
      for (let next = takeNext(waiting); next; next = performance.now() < until ? takeNext(waiting) : null) {
        next();
        // After all that the request does without waiting.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    }
  };
  return (credential) => {
    if (waiting.size === 0) {
      if (end === null) {
        end = performance.now() + stretchMs;
        setImmediate(() => {
          end = null;
        });
      }
      if (performance.now() <= end) return null;
      setImmediate(() => void begin());
    }
    return new Promise((resolve) => {
      const own = waiting.get(credential);
      if (own) own.push(resolve);
      else waiting.set(credential, [resolve]);
    });
  };
}

function takeNext(waiting: Map<string, (() => void)[]>): (() => void) | null {
  const [next] = waiting;
  if (!next) return null;
  const [credential, own] = next;
  const first = own.shift() ?? null;
  // Behind all others.
  waiting.delete(credential);
  if (own.length > 0) waiting.set(credential, own);
  return first;
}
