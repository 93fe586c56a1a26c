// The deadline of a request: its signal aborts when the client disconnects or the time is up, and everything done for the request listens to it.

import { type AppError, unavailable } from '../../errors.js';
import { Stop } from '../../stop.js';

export class Deadline implements Disposable {
  readonly #timer: NodeJS.Timeout;
  readonly #endsAt: number;
  readonly #stop = new Stop();
  #hasLeft = false;
  #error: AppError | null = null;
  #controller: AbortController | null = null;
  #leaving: AbortController | null = null;

  constructor(timeoutMs: number) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#end(tooLong(timeoutMs)), timeoutMs);
  }

  /** Whether the client has disconnected. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Aborts with the error for the client. Created when it is first read, because many requests are answered without. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#error) this.#controller.abort(this.#error);
    }
    return this.#controller.signal;
  }

  /** Aborts when the client disconnects. Created when it is first read. */
  get left(): AbortSignal {
    if (!this.#leaving) {
      this.#leaving = new AbortController();
      if (this.#hasLeft) this.#leaving.abort();
    }
    return this.#leaving.signal;
  }

  /** To be called if the client disconnects before the response. */
  leave(): void {
    this.#hasLeft = true;
    this.#leaving?.abort();
    this.#end(unavailable('The client disconnected before the response.'));
  }

  /** How much of the time is left, in milliseconds; at least one. */
  msLeft(): number {
    return Math.max(1, this.#endsAt - performance.now());
  }

  /** The result of `work`, or the error of the signal, whichever is first. */
  race<T>(work: Promise<T>): Promise<T> {
    return this.#stop.race(work);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #end(error: AppError): void {
    this.#error ??= error;
    this.#controller?.abort(this.#error);
    this.#stop.stop(this.#error);
  }
}

function tooLong(timeoutMs: number): AppError {
  return unavailable(
    `The request took longer than ${Math.ceil(timeoutMs)} ms. Request less, or try again in a moment.`,
  );
}
