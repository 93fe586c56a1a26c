// Guessing keys does not pay: an address whose keys are refused too often has to wait, and its further guesses are answered without
// comparing them with anything or asking the database. Keys that were good of late still work from there.

import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../errors.js';
import type { Authenticate } from './authenticate.js';
import { hashOf } from './key.js';
import type { Viewer } from './viewer.js';

/** Where and when a request came in. */
export interface From {
  readonly address: string;
  readonly now: Date;
}

/** The viewer of an `Authorization` header; throws `unauthorized`, or `rate_limited`. */
export type AuthenticateFrom = (header: string | null, from: From) => Promise<Viewer>;

interface GuardOptions {
  readonly authenticate: Authenticate;
  /** Refused keys a minute from one address; 0: no limit. */
  readonly failuresPerMinute: number;
}

const windowSeconds = 60;
const mostGoodKeys = 10_000;

/** Counts what `authenticate` refuses, in this process. A request without a key is no guess. */
export function guard({ authenticate, failuresPerMinute }: GuardOptions): AuthenticateFrom {
  if (failuresPerMinute === 0) return (header, { now }) => authenticate(header, now);
  const failures = new RateLimiterMemory({ points: failuresPerMinute, duration: windowSeconds });
  const [good, trials] = [createMemory(mostGoodKeys), new Map<string, Promise<unknown>>()];
  const recheck = (header: string, hash: string, { address, now }: From) =>
    authenticate(header, now).catch(async (error: unknown) => {
      if (error instanceof AppError) {
        good.delete(hash);
        await failures.penalty(address);
      }
      throw error;
    });
  const tryOut = async (header: string, hash: string, { address, now }: From) => {
    await takeFailure(failures, address);
    const giveBack = () => failures.reward(address);
    const viewer = await authenticate(header, now).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) await giveBack();
      throw error;
    });
    await giveBack();
    good.add(hash);
    return viewer;
  };
  return async (header, from) => {
    if (header === null) return authenticate(header, from.now);
    const hash = hashOf(header).toString('base64');
    // The first requests of a new key often come together: they are one trial, not many.
    const first = trials.get(hash);
    if (first) await first;
    if (good.has(hash)) return recheck(header, hash, from);
    const trial = tryOut(header, hash, from);
    const end = () => trials.delete(hash);
    trials.set(hash, trial.then(end, end));
    return trial;
  };
}

/** Takes one of the address's failures in advance, so that guesses sent at once are no way around the limit. */
async function takeFailure(failures: RateLimiterAbstract, address: string): Promise<void> {
  const count = await failures.penalty(address);
  if (count.consumedPoints <= failures.points) return;
  const wait = Math.max(1, Math.ceil(count.msBeforeNext / 1000));
  throw new AppError('rate_limited', `Too many keys from this address were refused: try again in ${wait} s.`, {
    headers: { 'Retry-After': String(wait) },
  });
}

/** A set of the `most` texts that were added last. */
function createMemory(most: number): Pick<Set<string>, 'has' | 'add' | 'delete'> {
  const texts = new Set<string>();
  return {
    has: (text) => texts.has(text),
    delete: (text) => texts.delete(text),
    add: (text) => {
      texts.delete(text);
      texts.add(text);
      const [oldest = text] = texts;
      if (texts.size > most) texts.delete(oldest);
      return texts;
    },
  };
}
