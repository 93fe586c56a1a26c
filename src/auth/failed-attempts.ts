// Limits the failed attempts of each address in a window of one minute that begins with the first. Whether an attempt fails is known only when it
// ends: while those that are under way could use up the limit, the next one waits for them. So the limit is exact, and no success counts.

import { rateLimited } from './limit.js';

const windowMs = 60_000;

interface Address {
  failed: number;
  /** When the window ends, in epoch milliseconds. */
  until: number;
  underWay: number;
  /** Resumes attempts that wait, the oldest first. */
  readonly waiting: (() => void)[];
}

export class FailedAttempts {
  readonly #addresses = new Map<string, Address>();

  /** At most `perMinute` attempts of one address fail in a window. */
  constructor(private readonly perMinute: number) {}

  /** Makes an attempt when it may be made; `isFailure` says of its error whether it counts. Throws `rate_limited` where too many have failed. */
  async attempt<T>(name: string, make: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T> {
    const address = await this.#begin(name);
    let hasFailed = false;
    try {
      return await make();
    } catch (error) {
      hasFailed = isFailure(error);
      throw error;
    } finally {
      address.underWay -= 1;
      if (hasFailed) this.count(name);
      else address.waiting.shift()?.();
      this.#forgetIdle(name);
    }
  }

  /** Counts a failure. */
  count(name: string): void {
    const address = this.#of(name);
    address.failed += 1;
    if (address.failed === 1) this.#startWindow(name, address);
    if (address.failed >= this.perMinute) resumeAll(address);
  }

  async #begin(name: string): Promise<Address> {
    for (;;) {
      const address = this.#of(name);
      if (address.failed >= this.perMinute)
        throw rateLimited('Too many failed authentication attempts from this address.', address.until - Date.now());
      if (address.failed + address.underWay < this.perMinute) {
        address.underWay += 1;
        return address;
      }
      await new Promise<void>((resolve) => void address.waiting.push(resolve));
    }
  }

  #of(name: string): Address {
    const address = this.#addresses.get(name) ?? { failed: 0, until: 0, underWay: 0, waiting: [] };
    this.#addresses.set(name, address);
    return address;
  }

  #startWindow(name: string, address: Address): void {
    address.until = Date.now() + windowMs;
    setTimeout(() => {
      address.failed = 0;
      resumeAll(address);
      this.#forgetIdle(name);
    }, windowMs).unref();
  }

  #forgetIdle(name: string): void {
    const address = this.#addresses.get(name);
    if (address?.failed === 0 && address.underWay + address.waiting.length === 0) this.#addresses.delete(name);
  }
}

function resumeAll({ waiting }: Address): void {
  for (const resume of waiting.splice(0)) resume();
}
