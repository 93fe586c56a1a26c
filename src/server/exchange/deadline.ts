// Until when a request is worked on: until its client leaves, or its time is up. Whoever works for it listens to the signal.

import type { AppError } from '../../errors.js';
import { unavailable } from './errors.js';

export interface Deadline extends Disposable {
  /** Aborts with the error that the client would read. */
  readonly signal: AbortSignal;
  /** Whether the client is gone. */
  readonly hasLeft: boolean;
  /** What `work` comes to, or the error of the signal where that is first. */
  readonly race: <T>(work: Promise<T>) => Promise<T>;
}

/** Starts the time of a request; `left` aborts when its client leaves. */
export function startDeadline(left: AbortSignal | undefined, timeoutMs: number): Deadline {
  const controller = new AbortController();
  let giveUp = (_error: AppError) => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  givenUp.catch(() => {}); // whoever races hears of it
  const end = (error: AppError) => {
    controller.abort(error);
    giveUp(error);
  };
  const leave = () => end(unavailable('The client left before it was answered.'));
  const timer = setTimeout(() => end(tooLong(timeoutMs)), timeoutMs);
  if (left?.aborted) leave();
  else left?.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    get hasLeft() {
      return left?.aborted ?? false;
    },
    race: (work) => Promise.race([work, givenUp]),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      left?.removeEventListener('abort', leave);
    },
  };
}

function tooLong(timeoutMs: number): AppError {
  return unavailable(`No answer was found within ${timeoutMs} ms: ask for less, or try again in a moment.`);
}
