// Protection against guessing keys: an address with too many failed attempts has to wait, and its further attempts are refused without
// comparing hashes or querying the database. Keys that were accepted recently still work from that address.

import { LRUCache } from 'lru-cache';
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../errors.js';
import type { Subject } from '../tiles/stored/version.js';
import type { Authenticate, Authenticated } from './authenticate.js';
import { hashOf } from './key.js';

/** The client address of a request and the time of its arrival. */
export interface RequestOrigin {
  readonly address: string;
  readonly now: Date;
}

/** Authenticates an `Authorization` header; throws `unauthorized`, or `rate_limited`. */
export type AuthenticateFrom = (
  header: string | null,
  origin: RequestOrigin,
  subject: Subject | null,
) => Promise<Authenticated>;

interface Attempt {
  readonly header: string;
  readonly hash: string;
  readonly origin: RequestOrigin;
  readonly subject: Subject | null;
}

interface GuardOptions {
  readonly authenticate: Authenticate;
  /** Failed attempts per minute from one address; 0: no limit. */
  readonly failuresPerMinute: number;
}

const windowSeconds = 60;
const maxAcceptedKeys = 10_000;

/** Counts the failures of `authenticate` in this process. A request without a key is not counted. */
export function guard({ authenticate, failuresPerMinute }: GuardOptions): AuthenticateFrom {
  if (failuresPerMinute === 0) return (header, { now }, subject) => authenticate(header, now, subject);
  const failures = new RateLimiterMemory({ points: failuresPerMinute, duration: windowSeconds });
  const accepted = new LRUCache<string, true>({ max: maxAcceptedKeys });
  const attempts = new Map<string, Promise<unknown>>();
  const authenticateKnown = ({ header, hash, origin, subject }: Attempt) =>
    authenticate(header, origin.now, subject).catch(async (error: unknown) => {
      if (error instanceof AppError) {
        accepted.delete(hash);
        await failures.penalty(origin.address);
      }
      throw error;
    });
  const authenticateNew = async ({ header, hash, origin, subject }: Attempt) => {
    const { address, now } = origin;
    await reserveFailure(failures, address);
    const release = () => failures.reward(address);
    const authenticated = await authenticate(header, now, subject).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) await release();
      throw error;
    });
    await release();
    accepted.set(hash, true);
    return authenticated;
  };
  return async (header, origin, subject) => {
    if (header === null) return authenticate(header, origin.now, subject);
    const hash = hashOf(header).toString('base64');
    // The first requests with a new key often arrive together: they count as one attempt.
    const pending = attempts.get(hash);
    if (pending) await pending;
    if (accepted.get(hash)) return authenticateKnown({ header, hash, origin, subject });
    const attempt = authenticateNew({ header, hash, origin, subject });
    const end = () => attempts.delete(hash);
    attempts.set(hash, attempt.then(end, end));
    return attempt;
  };
}

/** Counts a failure in advance, so that concurrent attempts cannot exceed the limit. Throws `rate_limited`. */
async function reserveFailure(failures: RateLimiterAbstract, address: string): Promise<void> {
  const count = await failures.penalty(address);
  if (count.consumedPoints <= failures.points) return;
  const wait = Math.max(1, Math.ceil(count.msBeforeNext / 1000));
  throw new AppError(
    'rate_limited',
    `Too many failed authentication attempts from this address. Try again in ${wait} s.`,
    {
      headers: { 'Retry-After': String(wait) },
    },
  );
}
