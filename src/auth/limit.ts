// How many requests a minute each key may send, counted in the database for all processes together, from a key's first request
// of a minute on. Exact: of a minute's requests as many as the limit says are let through, whichever processes they reach.

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { AppError } from '../errors.js';
import type { Viewer } from './viewer.js';

/** Requests a minute for each key of a kind; 0: no limit. */
export interface Limits {
  readonly rateLimitPerMinute: number;
  readonly adminRateLimitPerMinute: number;
}

/** Counts one request, and yields the headers that its answer carries; throws `rate_limited`, with the same headers. */
export type CountRequest = (viewer: Viewer, now: Date) => Promise<Readonly<Record<string, string>>>;

/** Where one request stands among those of its key in the present minute, from 1 on, and when the next minute begins. */
interface Place {
  readonly place: number;
  readonly msBeforeNext: number;
}

const windowSeconds = 60;

/**
 * Headers: `RateLimit` and `RateLimit-Policy` as the IETF drafts them, and the older `X-RateLimit-*` (`Reset` in epoch seconds). Rejects as
 * the database does where it cannot be reached; where it answers but cannot count, this process counts alone, and `onTrouble` is told.
 */
export function createLimit(
  db: Database,
  { rateLimitPerMinute, adminRateLimitPerMinute }: Limits,
  onTrouble: (error: unknown) => void = () => {},
): CountRequest {
  const counterOf = (points: number) => (points === 0 ? null : { points, take: createCounter(db, points, onTrouble) });
  const counters = { organization: counterOf(rateLimitPerMinute), admin: counterOf(adminRateLimitPerMinute) };
  return async (viewer, now) => {
    const counter = counters[viewer.kind];
    if (!counter) return {};
    const { points } = counter;
    const taken = await counter.take(viewer.keyId);
    const headers = headersOf(taken, points, now);
    if (taken.place <= points) return headers;
    const wait = secondsLeft(taken);
    throw new AppError(
      'rate_limited',
      `This key's limit of requests a minute is ${points}, and they are used up: try again in ${wait} s.`,
      { headers: { ...headers, 'Retry-After': String(wait) } },
    );
  };
}

/** One statement counts all requests of a key that wait at once, and none is sent for a key whose limit is used up. */
function createCounter({ pool }: Database, points: number, onTrouble: (error: unknown) => void) {
  const options = { points, duration: windowSeconds, keyPrefix: 'key' };
  const shared = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // There is one row a key, so that there is nothing to clear away.
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: points,
  });
  const alone = new RateLimiterMemory(options);
  const count = (keyId: string, requests: number) =>
    consume(shared, keyId, requests).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      onTrouble(error);
      return consume(alone, keyId, requests);
    });
  return coalesce<string, Place>(async (keyIds) => {
    const places = new Map<string, Place[]>();
    await Promise.all(
      [...tally(keyIds)].map(async ([keyId, requests]) =>
        places.set(keyId, placesOf(await count(keyId, requests), requests)),
      ),
    );
    return keyIds.map((keyId) => places.get(keyId)?.shift() as Place); // safe because each key has as many as it was asked for
  });
}

function tally(keyIds: readonly string[]): ReadonlyMap<string, number> {
  const requests = new Map<string, number>();
  for (const keyId of keyIds) requests.set(keyId, (requests.get(keyId) ?? 0) + 1);
  return requests;
}

/** The limiter rejects with the count itself where there are too many. */
function consume(limiter: RateLimiterMemory | RateLimiterPostgres, keyId: string, requests: number) {
  return limiter.consume(keyId, requests).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
}

/** The places of the last `requests` that were counted. A key that is known to be over its limit is refused uncounted. */
function placesOf({ consumedPoints, msBeforeNext }: RateLimiterRes, requests: number): Place[] {
  const before = consumedPoints === 0 ? Number.POSITIVE_INFINITY : consumedPoints - requests;
  return Array.from({ length: requests }, (_, index) => ({ place: before + index + 1, msBeforeNext }));
}

function secondsLeft({ msBeforeNext }: Place): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

function headersOf(taken: Place, points: number, now: Date): Record<string, string> {
  const [remaining, seconds] = [Math.max(0, points - taken.place), secondsLeft(taken)];
  return {
    RateLimit: `"minute";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"minute";q=${points};w=${windowSeconds}`,
    'X-RateLimit-Limit': String(points),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(now.getTime() / 1000) + seconds),
  };
}
