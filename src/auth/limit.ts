// How many requests a minute each key may send, counted in this process from a key's first request of a minute on.

import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors.js';
import type { Viewer } from './viewer.js';

/** Requests a minute for each key of a kind; 0: no limit. */
export interface Limits {
  readonly rateLimitPerMinute: number;
  readonly adminRateLimitPerMinute: number;
}

/** Counts one request, and yields the headers that its answer carries; throws `rate_limited`, with the same headers. */
export type CountRequest = (viewer: Viewer, now: Date) => Promise<Readonly<Record<string, string>>>;

const windowSeconds = 60;

/** Headers: `RateLimit` and `RateLimit-Policy` as the IETF drafts them, and the older `X-RateLimit-*` (`Reset` in epoch seconds). */
export function createLimit({ rateLimitPerMinute, adminRateLimitPerMinute }: Limits): CountRequest {
  const limiters = { organization: limiterOf(rateLimitPerMinute), admin: limiterOf(adminRateLimitPerMinute) };
  return async (viewer, now) => {
    const limiter = limiters[viewer.kind];
    if (!limiter) return {};
    const count = await consume(limiter, viewer.keyId);
    const headers = headersOf(count, limiter.points, now);
    if (count.consumedPoints <= limiter.points) return headers;
    const wait = secondsLeft(count);
    throw new AppError(
      'rate_limited',
      `This key's limit of requests a minute is ${limiter.points}, and they are used up: try again in ${wait} s.`,
      { headers: { ...headers, 'Retry-After': String(wait) } },
    );
  };
}

function limiterOf(points: number): RateLimiterMemory | null {
  return points === 0 ? null : new RateLimiterMemory({ points, duration: windowSeconds });
}

/** The limiter rejects with the count itself where there are too many. */
function consume(limiter: RateLimiterMemory, keyId: string): Promise<RateLimiterRes> {
  return limiter.consume(keyId).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

function headersOf(count: RateLimiterRes, points: number, now: Date): Record<string, string> {
  const [remaining, seconds] = [Math.max(0, points - count.consumedPoints), secondsLeft(count)];
  return {
    RateLimit: `"minute";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"minute";q=${points};w=${windowSeconds}`,
    'X-RateLimit-Limit': String(points),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(now.getTime() / 1000) + seconds),
  };
}
