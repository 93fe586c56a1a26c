// Protection against guessing keys: an address with too many failed attempts has to wait, and its further attempts are refused without
// comparing hashes or querying the database. Keys that were accepted recently still work from that address.

import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import type { Authenticate } from './authenticate.js';
import { FailedAttempts } from './failed-attempts.js';
import { hashOf } from './key.js';

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
