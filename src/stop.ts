// Waits for one thing after the other, until something else ends it.

/**
 * What `Promise.race` does with a promise that rejects once all is over, but for memory: there the pending promise would keep what everything that was
 * waited for resolved to.
 */
export class Stop {
  #stopped: { readonly error: unknown } | null = null;
  #reject: ((error: unknown) => void) | null = null;

  /** Rejects what is waited for, and all that would be waited for later, with the first `error` of these calls. */
  stop(error: unknown): void {
    this.#stopped ??= { error };
    this.#reject?.(this.#stopped.error);
  }

  /** The result of `work`, or the error of `stop`, whichever is first. To be called for one at a time. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const settled = <Value>(settle: (value: Value) => void) => {
        return (value: Value) => {
          this.#reject = null;
          settle(value);
        };
      };
      this.#reject = reject;
      if (this.#stopped) reject(this.#stopped.error);
      work.then(settled(resolve), settled(reject));
    });
  }
}
