// Keys as they are made, read and compared.

import { describe, expect, it } from 'vitest';
import { generateKey, hashOf, parseKey, sameHash } from '../../src/auth/key.js';

describe('a new key', () => {
  it('carries its id and 32 bytes of secret, of which only the hash is kept', () => {
    const { id, token, hash } = generateKey();
    const parts = parseKey(token);
    expect(parts?.id).toBe(id);
    expect(parts?.secret).toHaveLength(64);
    expect(sameHash(hash, hashOf(parts?.secret ?? ''))).toBe(true);
    expect(hash.toString('hex')).not.toContain(parts?.secret);
  });

  it('is like no other', () => {
    const tokens = Array.from({ length: 100 }, () => generateKey().token);
    expect(new Set(tokens).size).toBe(100);
  });
});

describe('a token', () => {
  const [id, secret] = ['0123456789abcdef', 'ab'.repeat(32)];

  it.each([
    ['is empty', ''],
    ['has no secret', `sightline_${id}`],
    ['has another prefix', `sk_${id}_${secret}`],
    ['has a short id', `sightline_${id.slice(1)}_${secret}`],
    ['has a short secret', `sightline_${id}_${secret.slice(1)}`],
    ['has a long secret', `sightline_${id}_${secret}0`],
    ['has characters that no key has', `sightline_${id}_${'g'.repeat(64)}`],
    ['has a line after it', `sightline_${id}_${secret}\n`],
  ])('that %s is no key', (_, token) => {
    expect(parseKey(token)).toBeNull();
  });
});

describe('hashes', () => {
  it('are the same only where every byte is', () => {
    expect(sameHash(hashOf('a'), hashOf('a'))).toBe(true);
    expect(sameHash(hashOf('a'), hashOf('b'))).toBe(false);
    expect(sameHash(hashOf('a'), hashOf('a').subarray(1))).toBe(false);
  });
});
