// The rate limit of a key, as its responses report it. A window of one minute starts with a key's first request. Pure: `authorization.ts` counts.

import { AppError } from '../errors.js';
import { windowSeconds } from './authorization-statement.js';
import type { Viewer } from './viewer.js';

/** Requests per minute for each key of a kind; 0: no limit. */
export interface Limits {
  readonly rateLimitPerMinute: number;
  readonly adminRateLimitPerMinute: number;
}

/** The number of a request within its key's window, from 1, and when the window ends. */
export interface WindowCount {
  readonly count: number;
  readonly msBeforeNext: number;
}

export type EnforceRateLimit = ReturnType<typeof createRateLimit>;

/** The limit of a kind of key. */
export function limitOf(kind: Viewer['kind'], { rateLimitPerMinute, adminRateLimitPerMinute }: Limits): number {
  return kind === 'admin' ? adminRateLimitPerMinute : rateLimitPerMinute;
}

/** Headers: `RateLimit` and `RateLimit-Policy` of the IETF draft, and the older `X-RateLimit-*` (`Reset` in epoch seconds). */
export function createRateLimit(limits: Limits) {
  /** The headers of the response to a request with this count; `null`: its kind of key has no limit. Throws `rate_limited`, with the same headers, beyond the limit. */
  return ({ kind }: Viewer, counted: WindowCount | null, now: Date): Readonly<Record<string, string>> => {
    const limit = limitOf(kind, limits);
    if (limit === 0) return {};
    if (!counted) throw new Error('A request with a limited key was not counted.');
    const headers = headersOf(counted, limit, now);
    if (counted.count <= limit) return headers;
    throw rateLimited(`The rate limit of this key is ${limit} requests per minute.`, counted.msBeforeNext, headers);
  };
}

/** The error for a request that may be sent again once the window has ended, in `msLeft`. */
export function rateLimited(message: string, msLeft: number, headers: AppError['headers'] = {}): AppError {
  const wait = secondsOf(msLeft);
  return new AppError('rate_limited', `${message} Try again in ${wait} s.`, {
    headers: { ...headers, 'Retry-After': String(wait) },
  });
}

function secondsOf(msLeft: number): number {
  return Math.max(1, Math.ceil(msLeft / 1000));
}

function headersOf(counted: WindowCount, limit: number, now: Date): Record<string, string> {
  const [remaining, seconds] = [Math.max(0, limit - counted.count), secondsOf(counted.msBeforeNext)];
  return {
    RateLimit: `"minute";r=${remaining};t=${seconds}`,
    'RateLimit-Policy': `"minute";q=${limit};w=${windowSeconds}`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.floor(now.getTime() / 1000) + seconds),
  };
}
