// Protection against guessing keys: an address with too many failed attempts has to wait, and its further attempts are refused without
// comparing hashes or querying the database. Keys that were accepted recently still work from that address.

import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import type { Authenticate } from './authenticate.js';
import { hashOf } from './key.js';
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

/**
 * The failed attempts of each address in a window of one minute that begins with the first. Whether an attempt fails is known only when it ends: while those
 * that are under way could use up the limit, the next one waits for them. So the limit is exact, and no success counts.
 */
class FailedAttempts {
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

const maxAcceptedKeys = 10_000;

/** Counts the failures of `authenticate` in this process: so many a minute from one address; 0: no limit. A request without a key is not counted. */
export function guard(authenticate: Authenticate, failuresPerMinute: number): Authenticate {
  if (failuresPerMinute === 0) return authenticate;
  const failures = new FailedAttempts(failuresPerMinute);
  const accepted = new LRUCache<string, true>({ max: maxAcceptedKeys });
  const attempts = new Map<string, Promise<unknown>>();
  return async (credential, origin, subject) => {
    const ask = () => authenticate(credential, origin, subject);
    if (credential === null) return ask();
    const hash = hashOf(JSON.stringify(credential)).toString('base64');
    // The first requests with a new key often arrive together: they count as one attempt.
    const pending = attempts.get(hash);
    if (pending) await pending;
    if (accepted.get(hash))
      return ask().catch((error: unknown) => {
        if (isRefusal(error)) {
          accepted.delete(hash);
          failures.count(origin.address);
        }
        throw error;
      });
    const askNew = async () => {
      const authenticated = await ask();
      accepted.set(hash, true);
      return authenticated;
    };
    const attempt = failures.attempt(origin.address, askNew, isRefusal);
    const end = () => attempts.delete(hash);
    attempts.set(hash, attempt.then(end, end));
    return attempt;
  };
}

/** Whether the key was refused, and not for instance its database out of reach. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unauthorized';
}
