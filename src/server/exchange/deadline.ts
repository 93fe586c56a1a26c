// The deadline of a request: its signal aborts when the client disconnects or the time is up, and everything done for the request listens to it.

import type { AppError } from '../../errors.js';
import { unavailable } from './errors.js';

export interface Deadline extends Disposable {
  /** Aborts with the error for the client. Like `left` created when it is first read: many requests are answered without. */
  readonly signal: AbortSignal;
  /** Aborts when the client disconnects. */
  readonly left: AbortSignal;
  /** The result of `work`, or the error of the signal, whichever is first. */
  readonly race: <T>(work: Promise<T>) => Promise<T>;
}

/** Starts the deadline of a request; `onLeave` calls its listener if the client disconnects before the response. */
export function startDeadline(onLeave: (listener: () => void) => void, timeoutMs: number): Deadline {
  const [controller, leaving] = [new AbortController(), new AbortController()];
  let giveUp = (_error: AppError) => {};
  let givenUp: AppError | null = null;
  const end = (error: AppError) => {
    givenUp ??= error;
    controller.abort(givenUp);
    giveUp(givenUp);
  };
  const timer = setTimeout(() => end(tooLong(timeoutMs)), timeoutMs);
  onLeave(() => {
    leaving.abort();
    end(unavailable('The client disconnected before the response.'));
  });
  return {
    get signal() {
      return controller.signal;
    },
    get left() {
      return leaving.signal;
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        giveUp = reject;
        if (givenUp) reject(givenUp);
        work.then(resolve, reject);
      }),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

function tooLong(timeoutMs: number): AppError {
  return unavailable(`The request took longer than ${timeoutMs} ms. Request less, or try again in a moment.`);
}
