// The deadline of a request: its signal aborts when the client disconnects or the time is up, and everything done for the request listens to it.

import type { AppError } from '../../errors.js';
import { unavailable } from './errors.js';

export interface Deadline extends Disposable {
  /** Aborts with the error for the client. */
  readonly signal: AbortSignal;
  /** Whether the client has disconnected. */
  readonly hasLeft: boolean;
  /** The result of `work`, or the error of the signal, whichever is first. */
  readonly race: <T>(work: Promise<T>) => Promise<T>;
}

/** Starts the deadline of a request; `left` aborts when its client disconnects. */
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
  const leave = () => end(unavailable('The client disconnected before the response.'));
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
  return unavailable(`The request took longer than ${timeoutMs} ms. Request less, or try again in a moment.`);
}
