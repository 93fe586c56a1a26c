// How often an address may be refused, and who still gets in from there.

import { describe, expect, it } from 'vitest';
import { createAuthenticate } from '../../src/auth/authenticate.js';
import type { Authorize } from '../../src/auth/authorization.js';
import { guard } from '../../src/auth/guard.js';
import { generateKey } from '../../src/auth/key.js';
import { AppError } from '../../src/errors.js';

const now = new Date('2026-03-01T12:00:00Z');
const adminKeys = ['admin-key-of-the-guarded'];

/** An authentication that knows one organization key and the admin keys, which can be revoked, and counts what it is asked for. */
function guarded(failuresPerMinute: number, admins: readonly string[] = adminKeys) {
  const { id, token, hash } = generateKey();
  const state = { revokedAt: null as Date | null, lookUps: 0, isAway: false };
  const open: Authorize = async ({ keyId }) => {
    state.lookUps += 1;
    if (state.isAway) throw new Error('away');
    const { revokedAt } = state;
    const key = { id, hash, organizationId: 'acme', brandIds: null, expiresAt: null, revokedAt, record: false };
    return { key: keyId === id ? key : null, counted: null, version: null, at: now };
  };
  const authenticate = guard(createAuthenticate({ adminKeys: admins, open }), failuresPerMinute);
  const ask = (header: string | null, address = '192.0.2.1') =>
    authenticate(header, { address, now }, null).then(
      ({ viewer }) => viewer.kind,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
  return { state, authenticate, ask, token: `Bearer ${token}`, guess: () => ask(`Bearer ${generateKey().token}`) };
}

describe('guesses from one address', () => {
  it('are refused without a look once there were too many, with the time to come again', async () => {
    const { state, authenticate, guess } = guarded(3);
    const ends = [await guess(), await guess(), await guess(), await guess(), await guess()];
    expect(ends).toEqual(['unauthorized', 'unauthorized', 'unauthorized', 'rate_limited', 'rate_limited']);
    expect(state.lookUps).toBe(3);
    const error = await authenticate('Bearer x', { address: '192.0.2.1', now }, null).catch(
      (reason: unknown) => reason,
    );
    expect(Number((error as AppError).headers['Retry-After'])).toBeGreaterThan(0);
  });

  it('sent all at once are no way around it', async () => {
    const { state, guess } = guarded(5);
    await Promise.all(Array.from({ length: 100 }, guess));
    expect(state.lookUps).toBe(5);
  });

  it('of one key again and again are counted too', async () => {
    const { state, ask } = guarded(5);
    const { token } = generateKey();
    await Promise.all(Array.from({ length: 100 }, () => ask(`Bearer ${token}`)));
    expect(state.lookUps).toBe(5);
  });

  it('do not distinguish a good admin key from a bad one while they are refused', async () => {
    const { ask, guess } = guarded(1);
    await guess();
    expect(await ask(`Bearer ${adminKeys[0]}`)).toBe('rate_limited');
  });

  it('do no harm to another address', async () => {
    const { ask, guess, token } = guarded(1);
    await guess();
    expect(await ask(token, '192.0.2.2')).toBe('organization');
  });
});

describe('good keys', () => {
  const many = Array.from({ length: 100 }, (_, index) => `admin-key-of-the-guarded-${index}`);
  const first = (ask: (header: string) => Promise<string>) => Promise.all(many.map((key) => ask(`Bearer ${key}`)));

  it('first used all at once are no guesses, however many', async () => {
    const { ask, guess } = guarded(3, many);
    expect(new Set(await first(ask))).toEqual(new Set(['admin']));
    expect([await guess(), await guess(), await guess()]).toEqual(Array(3).fill('unauthorized'));
    expect(await guess()).toBe('rate_limited');
  });

  it('first used amid guesses are refused only once these were too many', async () => {
    const { state, ask, guess } = guarded(3, many);
    const guesses = Promise.all([guess(), guess()]);
    expect(new Set(await first(ask))).toEqual(new Set(['admin']));
    expect(await guesses).toEqual(['unauthorized', 'unauthorized']);
    await Promise.all(Array.from({ length: 20 }, guess));
    expect(state.lookUps).toBe(many.length + 3);
  });

  it('wait for a database that is away, and are not refused for the others', async () => {
    const { state, ask } = guarded(3, many);
    state.isAway = true;
    expect(new Set(await first(ask))).toEqual(new Set(['Error: away']));
    state.isAway = false;
    expect(new Set(await first(ask))).toEqual(new Set(['admin']));
  });
});

describe('a good key', () => {
  it('that was seen before still works from an address with too many guesses', async () => {
    const { ask, guess, token } = guarded(2);
    expect(await ask(token)).toBe('organization');
    for (let each = 0; each < 5; each += 1) await guess();
    expect(await ask(token)).toBe('organization');
    expect(await ask(`Bearer ${adminKeys[0]}`)).toBe('rate_limited');
  });

  it('costs nothing of the limit, however many requests begin with it', async () => {
    const { ask, token, guess } = guarded(2);
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => ask(token))))).toEqual(new Set(['organization']));
    expect([await guess(), await guess(), await guess()]).toEqual(['unauthorized', 'unauthorized', 'rate_limited']);
  });

  it('that was revoked is refused, and from then on a guess', async () => {
    const { state, ask, token } = guarded(2);
    await ask(token);
    state.revokedAt = now;
    expect([await ask(token), await ask(token), await ask(token)]).toEqual([
      'unauthorized',
      'unauthorized',
      'rate_limited',
    ]);
  });

  it('is not blamed for a database that is away', async () => {
    const { state, ask, token } = guarded(1);
    state.isAway = true;
    for (let each = 0; each < 3; each += 1) expect(await ask(token)).toBe('Error: away');
    state.isAway = false;
    expect(await ask(token)).toBe('organization');
  });
});

it('a request without a key is no guess', async () => {
  const { ask, token } = guarded(1);
  for (let each = 0; each < 5; each += 1) expect(await ask(null)).toBe('unauthorized');
  expect(await ask(token)).toBe('organization');
});

it('a limit of 0 is none', async () => {
  const { guess, state } = guarded(0);
  for (let each = 0; each < 5; each += 1) expect(await guess()).toBe('unauthorized');
  expect(state.lookUps).toBe(5);
});
