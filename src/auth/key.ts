// Organization keys: `sightline_<id>_<secret>`. Only a hash of the secret is stored. Pure except for randomness.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const prefix = 'sightline';
const shape = new RegExp(`^${prefix}_([0-9a-f]{16})_([0-9a-f]{64})$`);

/** Creates a key with a secret of 32 random bytes: the token, which is shown once, and the id and hash, which are stored. */
export function generateKey() {
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')];
  return { id, token: `${prefix}_${id}_${secret}`, hash: hashOf(secret) };
}

/** The parts of a token, or `null` if it does not have the form of an organization key. */
export function parseKey(token: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = shape.exec(token) ?? [];
  return id && secret ? { id, secret } : null;
}

/** SHA-256, which is sufficient for a long random secret. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Whether two hashes are equal, compared in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
