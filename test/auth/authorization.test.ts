// What requests begin with: one statement that finds the key, counts the request where it is accepted, and reads the version of its subject.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Authorize, createAuthorization } from '../../src/auth/authorization.js';
import { generateKey, hashOf } from '../../src/auth/key.js';
import { revokeKey } from '../../src/auth/store.js';
import { connect } from '../../src/database/postgres.js';
import { renewVersions, type Subject } from '../../src/tiles/stored/version.js';
import { storeKey } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const now = new Date('2026-03-01T12:00:00Z');
const limits = { rateLimitPerMinute: 5, adminRateLimitPerMinute: 0 };
const statements: string[] = [];
let open: Authorize;

const db = await sharedDatabase((db) => fillTables(db, []), { onQuery: (sql) => statements.push(sql) });

beforeAll(() => {
  open = createAuthorization(db, limits);
});

interface Key {
  readonly keyId: string;
  readonly hash: Buffer;
}

async function newKey(expiresAt?: Date): Promise<Key> {
  const { id, token } = await storeKey(db, { organizationId: 'acme', ...(expiresAt ? { expiresAt } : {}) });
  return { keyId: id, hash: hashOf(token.slice(-64)) };
}

const withWrongSecret = ({ keyId }: Key): Key => ({ keyId, hash: generateKey().hash });
const ask = (key: Key, subject: Subject | null = null) => open({ ...key, subject, now });

/** How many requests the database has counted for a key; `null`: it knows none. */
async function countedFor({ keyId }: Key): Promise<number | null> {
  const { rows } = await db.pool.query<{ points: number }>('select points from rate_limit where key = $1', [
    `key:${keyId}`,
  ]);
  return rows[0]?.points ?? null;
}

describe('what is counted', () => {
  it('is a request with the secret of the key', async () => {
    const key = await newKey();
    expect((await ask(key)).counted?.count).toBe(1);
    expect((await ask(key)).counted?.count).toBe(2);
    expect(await countedFor(key)).toBe(2);
  });

  it('is never one with another secret, neither alone nor beside those that are', async () => {
    const key = await newKey();
    const wrong = await Promise.all(Array.from({ length: 20 }, () => ask(withWrongSecret(key))));
    expect(wrong.map(({ counted }) => counted)).toEqual(wrong.map(() => null));
    expect(await countedFor(key)).toBeNull();
    const mixed = await Promise.all([ask(key), ask(withWrongSecret(key)), ask(key), ask(withWrongSecret(key))]);
    expect(mixed.map(({ counted }) => counted?.count ?? null)).toEqual([1, null, 2, null]);
    expect(await countedFor(key)).toBe(2);
  });

  it('is none with a key that was revoked or has expired, or that there is not', async () => {
    const [revoked, expired] = [await newKey(), await newKey(now)];
    await revokeKey(db, revoked.keyId);
    const { id: keyId, hash } = generateKey();
    for (const key of [revoked, expired, { keyId, hash }]) {
      expect((await ask(key)).counted).toBeNull();
      expect(await countedFor(key)).toBeNull();
    }
    const opened = await ask({ keyId, hash });
    expect(opened.key).toBeNull();
    expect((await ask(revoked)).key?.revokedAt).toBeInstanceOf(Date);
  });
});

describe('a key that has used up its limit', () => {
  const useUp = async (key: Key) => {
    for (let request = 0; request < limits.rateLimitPerMinute; request += 1) await ask(key);
  };

  it('is beyond it without a statement, with its secret alone', async () => {
    const key = await newKey();
    await useUp(key);
    statements.length = 0;
    const beyond = await ask(key);
    expect(beyond.counted?.count).toBeGreaterThan(limits.rateLimitPerMinute);
    expect(beyond.key?.id).toBe(key.keyId);
    expect(statements).toEqual([]);
    const wrong = await ask(withWrongSecret(key));
    expect(wrong.counted).toBeNull();
    expect(wrong.key?.hash).toEqual(key.hash);
    expect(statements).toHaveLength(1);
  });

  it('is looked up again once it has expired', async () => {
    const key = await newKey(new Date(now.getTime() + 1));
    await useUp(key);
    const later = new Date(now.getTime() + 1);
    const { counted, at } = await open({ ...key, subject: null, now: later });
    expect([counted, at]).toEqual([null, later]);
  });
});

describe('the version', () => {
  const versionOf = async (subject: Subject) => (await ask(await newKey(), subject)).version;

  it('is that of the brand, of the brand of the prompt, or of what all share', async () => {
    const crm = { id: 'acme-crm', organizationId: 'acme' };
    const brand = await versionOf({ brandId: 'acme-crm' });
    expect(brand?.brand).toEqual(crm);
    expect(await versionOf({ promptId: prompts.best })).toEqual(brand);
    expect(await versionOf('shared')).toEqual({ brand: null, version: expect.any(String) });
    expect(await versionOf({ brandId: 'no-brand' })).toBeNull();
    expect(await versionOf({ promptId: '00000000-0000-4000-8000-000000000000' })).toBeNull();
  });

  it('is the new one once its renewal was acknowledged, also among requests that wait together', async () => {
    const look = async (brandId: string) =>
      (await open({ keyId: 'admin-1', hash: null, subject: { brandId }, now })).version;
    const seen = new Set<string | undefined>();
    for (let round = 0; round < 5; round += 1) {
      const earlier = [look('acme-crm'), look('acme-desk')];
      await db.transaction((client) => renewVersions(client, ['acme-crm']));
      const [found, ...others] = await Promise.all([look('acme-crm'), ...earlier]);
      const { rows } = await db.pool.query('select version from version where brand_id = $1', ['acme-crm']);
      expect(found?.version).toContain(rows[0]?.version);
      expect(others.map((other) => other?.brand?.id)).toEqual(['acme-crm', 'acme-desk']);
      seen.add(found?.version);
    }
    expect(seen.size).toBe(5);
  });
});

describe('the statement', () => {
  it('is one for the key, its limit and the version, and one for all requests that wait', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => newKey()));
    statements.length = 0;
    await Promise.all(keys.map((key) => ask(key, { brandId: 'acme-crm' })));
    // The first request is sent at once; the others wait for it.
    expect(statements).toHaveLength(db.isDistributed ? 6 : 2);
  });

  it('is none for an admin key without a limit whose path names nothing', async () => {
    statements.length = 0;
    await open({ keyId: 'admin-1', hash: null, subject: null, now });
    expect(statements).toEqual([]);
  });

  it('writes nothing where no kind of key has a limit', async () => {
    const free = createAuthorization(db, { rateLimitPerMinute: 0, adminRateLimitPerMinute: 0 });
    const key = await newKey();
    const opened = await free({ ...key, subject: 'shared', now });
    expect([opened.counted, opened.key?.id]).toEqual([null, key.keyId]);
    expect(await countedFor(key)).toBeNull();
  });
});

it('two processes let through exactly the limit of each key, whatever else they are sent', async () => {
  await using other = connect(db.url, { poolSize: 5, statementTimeoutMs: 10_000, isDistributed: db.isDistributed });
  const servers = [open, createAuthorization(other, limits)];
  const request = fc.record({
    key: fc.nat(2),
    server: fc.nat(1),
    isWrong: fc.boolean(),
    subject: fc.constantFrom<Subject | null>(null, 'shared', { brandId: 'acme-crm' }, { brandId: 'none' }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(request, { maxLength: 20 }), { maxLength: 4 }), async (bursts) => {
      const keys = [await newKey(), await newKey(), await newKey()];
      const counts = keys.map((): number[] => []);
      for (const burst of bursts) {
        await Promise.all(
          burst.map(async ({ key: place, server, isWrong, subject }) => {
            const key = keys[place] ?? keys[0];
            if (!key) throw new Error('There are three keys.');
            const opened = await servers[server]?.({ ...(isWrong ? withWrongSecret(key) : key), subject, now });
            if (isWrong) expect(opened?.counted).toBeNull();
            else counts[place]?.push(opened?.counted?.count ?? 0);
          }),
        );
      }
      for (const numbers of counts) {
        const accepted = numbers.filter((count) => count <= limits.rateLimitPerMinute).sort((a, b) => a - b);
        const sent = Math.min(numbers.length, limits.rateLimitPerMinute);
        expect(accepted).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
      }
    }),
    { numRuns: 40 },
  );
});

it('where the table of counts is gone, wrong secrets count no more than before', async () => {
  await using broken = await testDatabase();
  await fillTables(broken, []);
  const { id: keyId, token } = await storeKey(broken, { organizationId: 'acme' });
  const key = { keyId, hash: hashOf(token.slice(-64)) };
  await broken.pool.query('drop table rate_limit');
  const alone = createAuthorization(broken, limits);
  const opened = await Promise.all(
    [withWrongSecret(key), key, withWrongSecret(key), key, key].map((each) =>
      alone({ ...each, subject: 'shared', now }),
    ),
  );
  expect(opened.map(({ counted }) => counted?.count ?? null)).toEqual([null, 1, null, 2, 3]);
  expect(opened.every(({ version }) => version !== null)).toBe(true);
});
