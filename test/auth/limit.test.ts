// How many requests a key may send, and what its answers say about it.

import { describe, expect, it } from 'vitest';
import { type CountRequest, createLimit } from '../../src/auth/limit.js';
import type { Viewer } from '../../src/auth/viewer.js';
import { AppError } from '../../src/errors.js';

const now = new Date('2026-03-01T12:00:00Z');
const admin: Viewer = { kind: 'admin', keyId: 'admin-1' };
const key = (keyId: string): Viewer => ({ kind: 'organization', keyId, organizationId: 'acme', brandIds: null });

async function refusal(count: CountRequest, viewer: Viewer): Promise<AppError> {
  const error = await count(viewer, now).catch((reason: unknown) => reason);
  if (error instanceof AppError) return error;
  throw new Error('It was let through.');
}

describe('the rate limit', () => {
  it('tells on every answer how many requests are left', async () => {
    const count = createLimit({ rateLimitPerMinute: 3, adminRateLimitPerMinute: 0 });
    expect(await count(key('a'), now)).toEqual({
      RateLimit: '"minute";r=2;t=60',
      'RateLimit-Policy': '"minute";q=3;w=60',
      'X-RateLimit-Limit': '3',
      'X-RateLimit-Remaining': '2',
      'X-RateLimit-Reset': String(now.getTime() / 1000 + 60),
    });
    expect((await count(key('a'), now))['X-RateLimit-Remaining']).toBe('1');
  });

  it('refuses what is over it, and says when to come again', async () => {
    const count = createLimit({ rateLimitPerMinute: 1, adminRateLimitPerMinute: 0 });
    await count(key('a'), now);
    const { code, headers, message } = await refusal(count, key('a'));
    expect(code).toBe('rate_limited');
    expect(message).toMatch(/limit of requests a minute is 1/);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    expect(headers['X-RateLimit-Remaining']).toBe('0');
    expect(headers.RateLimit).toMatch(/^"minute";r=0;t=\d+$/);
  });

  it('counts each key for itself', async () => {
    const count = createLimit({ rateLimitPerMinute: 1, adminRateLimitPerMinute: 0 });
    await count(key('a'), now);
    expect((await count(key('b'), now))['X-RateLimit-Remaining']).toBe('0');
  });

  it('leaves admin keys alone unless they have one of their own', async () => {
    const count = createLimit({ rateLimitPerMinute: 1, adminRateLimitPerMinute: 0 });
    for (let request = 0; request < 5; request += 1) expect(await count(admin, now)).toEqual({});
    const strict = createLimit({ rateLimitPerMinute: 0, adminRateLimitPerMinute: 1 });
    await strict(admin, now);
    expect((await refusal(strict, admin)).code).toBe('rate_limited');
    expect(await strict(key('a'), now)).toEqual({});
  });
});
