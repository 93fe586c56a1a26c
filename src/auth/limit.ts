// Rate limiting per key, counted in the database for all processes together. A window of one minute starts with a key's first request.
// Exact: within a window no more requests than the limit are accepted, whichever processes they reach.

import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { AppError } from '../errors.js';
import type { Viewer } from './viewer.js';

/** Requests per minute for each key of a kind; 0: no limit. */
export interface Limits {
  readonly rateLimitPerMinute: number;
  readonly adminRateLimitPerMinute: number;
}

/** Counts one request and returns the headers of its response. Throws `rate_limited`, with the same headers, beyond the limit. */
export type EnforceRateLimit = (viewer: Viewer, now: Date) => Promise<Readonly<Record<string, string>>>;

/** The number of a request within its key's window, from 1, and when the window ends. */
interface WindowCount {
  readonly count: number;
  readonly msBeforeNext: number;
}

const windowSeconds = 60;

/**
 * Headers: `RateLimit` and `RateLimit-Policy` of the IETF draft, and the older `X-RateLimit-*` (`Reset` in epoch seconds). Rejects if the
 * database cannot be reached; if it responds but cannot count, this process counts by itself and `onError` is called.
 */
export function createRateLimit(
  db: Database,
  { rateLimitPerMinute, adminRateLimitPerMinute }: Limits,
  onError: (error: unknown) => void = () => {},
): EnforceRateLimit {
  const counterFor = (limit: number) => (limit === 0 ? null : { limit, count: createCounter(db, limit, onError) });
  const counters = { organization: counterFor(rateLimitPerMinute), admin: counterFor(adminRateLimitPerMinute) };
  return async (viewer, now) => {
    const counter = counters[viewer.kind];
    if (!counter) return {};
    const { limit } = counter;
    const counted = await counter.count(viewer.keyId);
    const headers = headersOf(counted, limit, now);
    if (counted.count <= limit) return headers;
    const wait = secondsLeft(counted);
    throw new AppError(
      'rate_limited',
      `The rate limit of this key is ${limit} requests per minute. Try again in ${wait} s.`,
      { headers: { ...headers, 'Retry-After': String(wait) } },
    );
  };
}

/** Waiting requests of a key are counted by one statement; a key beyond its limit is refused without a statement. */
function createCounter({ pool }: Database, limit: number, onError: (error: unknown) => void) {
  const options = { points: limit, duration: windowSeconds, keyPrefix: 'key' };
  const shared = new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    // There is one row per key, so expired rows need no cleanup.
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: limit,
  });
  const local = new RateLimiterMemory(options);
  const count = (keyId: string, requests: number) =>
    consume(shared, keyId, requests).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      onError(error);
      return consume(local, keyId, requests);
    });
  return coalesce<string, WindowCount>(async (keyIds) => {
    const counts = new Map<string, WindowCount[]>();
    await Promise.all(
      [...tally(keyIds)].map(async ([keyId, requests]) =>
        counts.set(keyId, countsOf(await count(keyId, requests), requests)),
      ),
    );
    return keyIds.map((keyId) => counts.get(keyId)?.shift() as WindowCount); // safe because each key has one count per request
  });
}

function tally(keyIds: readonly string[]): ReadonlyMap<string, number> {
  const requests = new Map<string, number>();
  for (const keyId of keyIds) requests.set(keyId, (requests.get(keyId) ?? 0) + 1);
  return requests;
}

/** Beyond the limit the limiter rejects with the result itself. */
function consume(limiter: RateLimiterMemory | RateLimiterPostgres, keyId: string, requests: number) {
  return limiter.consume(keyId, requests).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
}

/** The counts of the last `requests` requests. A key that is known to be beyond its limit is refused without counting. */
function countsOf({ consumedPoints, msBeforeNext }: RateLimiterRes, requests: number): WindowCount[] {
  const before = consumedPoints === 0 ? Number.POSITIVE_INFINITY : consumedPoints - requests;
  return Array.from({ length: requests }, (_, index) => ({ count: before + index + 1, msBeforeNext }));
}

function secondsLeft({ msBeforeNext }: WindowCount): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

function headersOf(counted: WindowCount, limit: number, now: Date): Record<string, string> {
  const [remaining, seconds] = [Math.max(0, limit - counted.count), secondsLeft(counted)];
  return {
    RateLimit: `"minute";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"minute";q=${limit};w=${windowSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(now.getTime() / 1000) + seconds),
  };
}
