// How many requests a key may send, over all processes, and what its answers say about it.

import { describe, expect, it } from 'vitest';
import { createAuthorization } from '../../src/auth/authorization.js';
import { hashOf } from '../../src/auth/key.js';
import { createRateLimit, type Limits } from '../../src/auth/limit.js';
import { insertKey } from '../../src/auth/store.js';
import type { Viewer } from '../../src/auth/viewer.js';
import { connect, type Database } from '../../src/database/postgres.js';
import { AppError } from '../../src/errors.js';
import { testDatabase } from '../support/database.js';
import { fillTables } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const now = new Date('2026-03-01T12:00:00Z');
const admin: Viewer = { kind: 'admin', keyId: 'admin-1' };
const keyIds = ['headers', 'over', 'one', 'two', 'three', 'free', 'shared', 'patient', 'unlimited', 'used-up', 'busy'];
const key = (keyId: string): Viewer => ({ kind: 'organization', keyId, organizationId: 'acme', brandIds: null });
const ofKeys = (rateLimitPerMinute: number): Limits => ({ rateLimitPerMinute, adminRateLimitPerMinute: 0 });

const statements: string[] = [];

const db = await sharedDatabase(
  async (db) => {
    await fillTables(db, []);
    await store(db, keyIds);
  },
  { onQuery: (sql) => statements.push(sql) },
);

/** Keys whose secret is their id. */
async function store(where: Database, ids: readonly string[]): Promise<void> {
  const owner = { organizationId: 'acme', name: 'test', brandIds: null, expiresAt: null };
  for (const id of ids) await insertKey(where, { id, hash: hashOf(id), ...owner });
}

type Count = (viewer: Viewer) => Promise<Readonly<Record<string, string>>>;

/** Opens a request of a viewer, and yields the headers of its rate limit. */
function counterOf(where: Database, limits: Limits, onError?: (error: unknown) => void): Count {
  const [open, enforce] = [createAuthorization(where, limits, onError), createRateLimit(limits)];
  return async (viewer) => {
    const { keyId, kind } = viewer;
    const hash = kind === 'admin' ? null : hashOf(keyId);
    const { counted } = await open({ keyId, hash, subject: null, now });
    return enforce(viewer, counted, now);
  };
}

async function refusal(count: Count, viewer: Viewer): Promise<AppError> {
  const error = await count(viewer).catch((reason: unknown) => reason);
  if (error instanceof AppError) return error;
  throw new Error('It was let through.');
}

/** How many of `requests` at once are let through, and the rest refused. */
async function letThrough(counts: readonly Count[], viewer: Viewer, requests: number): Promise<number> {
  const each = Array.from({ length: requests }, (_, index) => counts[index % counts.length]?.(viewer));
  const ends = await Promise.allSettled(each);
  for (const end of ends) if (end.status === 'rejected') expect(end.reason.code).toBe('rate_limited');
  return ends.filter(({ status }) => status === 'fulfilled').length;
}

describe('the rate limit', () => {
  it('says in the headers of every answer how many requests are left', async () => {
    const count = counterOf(db, ofKeys(3));
    const headers = await count(key('headers'));
    const { 'X-RateLimit-Reset': reset, RateLimit: limit = '', ...others } = headers;
    const [, seconds] = /^"minute";r=2;t=(\d+)$/.exec(limit) ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    expect(reset).toBe(String(now.getTime() / 1000 + Number(seconds)));
    expect(others).toEqual({
      'RateLimit-Policy': '"minute";q=3;w=60',
      'X-RateLimit-Limit': '3',
      'X-RateLimit-Remaining': '2',
    });
    expect((await count(key('headers')))['X-RateLimit-Remaining']).toBe('1');
  });

  it('refuses what is over it, and says when to come again', async () => {
    const count = counterOf(db, ofKeys(1));
    await count(key('over'));
    for (let again = 0; again < 2; again += 1) {
      const { code, headers, message } = await refusal(count, key('over'));
      expect(code).toBe('rate_limited');
      expect(message).toMatch(/rate limit of this key is 1 requests per minute/);
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
      expect(headers['X-RateLimit-Remaining']).toBe('0');
      expect(headers.RateLimit).toMatch(/^"minute";r=0;t=\d+$/);
    }
  });

  it('counts each key for itself', async () => {
    const count = counterOf(db, ofKeys(1));
    const all = await Promise.all(['one', 'two', 'three'].map((id) => count(key(id))));
    expect(all.map((headers) => headers['X-RateLimit-Remaining'])).toEqual(['0', '0', '0']);
  });

  it('leaves admin keys alone unless they have one of their own', async () => {
    const count = counterOf(db, ofKeys(1));
    for (let request = 0; request < 5; request += 1) expect(await count(admin)).toEqual({});
    const strict = counterOf(db, { rateLimitPerMinute: 0, adminRateLimitPerMinute: 1 });
    await strict(admin);
    expect((await refusal(strict, admin)).code).toBe('rate_limited');
    expect(await strict(key('free'))).toEqual({});
  });

  it('begins again once the minute is over', async () => {
    const count = counterOf(db, ofKeys(2));
    await count(key('patient'));
    await db.pool.query(`update rate_limit set points = 2, expire = 1 where key = 'key:patient'`);
    expect((await count(key('patient')))['X-RateLimit-Remaining']).toBe('1');
  });
});

describe('what counting costs', () => {
  const costOf = async (work: () => Promise<unknown>) => {
    statements.length = 0;
    await work();
    return statements.length;
  };

  it('is nothing beyond the look-up for a key without a limit, and nothing at all for one whose limit is used up', async () => {
    const free = counterOf(db, ofKeys(0));
    expect(await costOf(() => free(key('unlimited')))).toBe(1);
    expect(statements.join()).not.toContain('rate_limit ');
    expect(await costOf(() => free(admin))).toBe(0);
    const count = counterOf(db, ofKeys(1));
    await count(key('used-up'));
    expect(await costOf(() => refusal(count, key('used-up')))).toBe(0);
  });

  it('is one statement for all requests of a key that wait together', async () => {
    const count = counterOf(db, ofKeys(1_000));
    expect(await costOf(() => letThrough([count], key('busy'), 100))).toBe(2);
  });
});

describe('a database that does not count', () => {
  it('leaves the process to count alone, and says so', async () => {
    await using broken = await testDatabase();
    await fillTables(broken, []);
    await store(broken, ['alone']);
    await broken.pool.query('drop table rate_limit');
    const troubles: unknown[] = [];
    const count = counterOf(broken, ofKeys(2), (error) => troubles.push(error));
    expect(await letThrough([count], key('alone'), 5)).toBe(2);
    expect(String(troubles[0])).toMatch(/rate_limit/);
  });

  it('is unavailable where it cannot be reached', async () => {
    await using away = connect('postgresql://nobody@127.0.0.1:1/none', { poolSize: 2, statementTimeoutMs: 1_000 });
    const count = counterOf(away, ofKeys(2));
    await expect(count(key('nowhere'))).rejects.toThrow(/ECONNREFUSED/);
  });
});
