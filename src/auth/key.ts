// Organization keys: `sightline_<id>_<secret>`. Only a hash of the secret is ever stored. Pure but for randomness.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const prefix = 'sightline';
const shape = new RegExp(`^${prefix}_([0-9a-f]{16})_([0-9a-f]{64})$`);

/** A key as it is shown once, and what is kept of it. */
export interface NewKey {
  readonly id: string;
  readonly token: string;
  readonly hash: Buffer;
}

/** A fresh key with 32 random bytes of secret. */
export function makeKey(): NewKey {
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(32).toString('hex')];
  return { id, token: `${prefix}_${id}_${secret}`, hash: hashOf(secret) };
}

/** The parts of a token, or `null` where it cannot be an organization key. */
export function parseKey(token: string): { readonly id: string; readonly secret: string } | null {
  const [, id, secret] = shape.exec(token) ?? [];
  return id && secret ? { id, secret } : null;
}

/** SHA-256, which is enough for a secret that is random and long. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whether two hashes are equal, in a time that does not depend on where they differ. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
