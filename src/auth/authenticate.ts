// Authentication: from the `Authorization` header to a viewer. The error is the same for a wrong secret and for an unknown key.

import { AppError } from '../errors.js';
import { hashOf, parseKey, sameHash } from './key.js';
import type { StoredKey } from './store.js';
import type { Viewer } from './viewer.js';

export interface Keys {
  readonly adminKeys: readonly string[];
  /** The organization key with this id, or `null`. */
  readonly find: (id: string) => Promise<StoredKey | null>;
}

/** The viewer of an `Authorization` header at `now`; throws `unauthorized`. */
export type Authenticate = (header: string | null, now: Date) => Promise<Viewer>;

/** Compares the token with every admin key by hash, in constant time, and then with the organization keys. */
export function createAuthenticate({ adminKeys, find }: Keys): Authenticate {
  const adminHashes = adminKeys.map(hashOf);
  return async (header, now) => {
    const token = parseHeader(header);
    return matchAdmin(token, adminHashes) ?? toViewer(await verifyKey(token, find), now);
  };
}

function parseHeader(header: string | null): string {
  if (header === null) throw refused('No API key was provided. Send the header "Authorization: Bearer <key>".');
  const [, token] = /^Bearer +(\S.*)$/i.exec(header.trim()) ?? [];
  if (!token) throw refused('The Authorization header must have the form "Bearer <key>".');
  return token;
}

function matchAdmin(token: string, adminHashes: readonly Buffer[]): Viewer | null {
  const hash = hashOf(token);
  // Every key is compared, so that the duration does not reveal which one matched.
  const matches = adminHashes.map((adminHash) => sameHash(adminHash, hash));
  const index = matches.indexOf(true);
  return index === -1 ? null : { kind: 'admin', keyId: `admin-${index + 1}` };
}

async function verifyKey(token: string, find: Keys['find']): Promise<StoredKey> {
  const parts = parseKey(token);
  const key = parts && (await find(parts.id));
  if (key && sameHash(key.hash, hashOf(parts.secret))) return key;
  throw refused('The API key is invalid.');
}

/** Called only after the secret has been verified, so the reason of a refusal may be revealed. */
function toViewer({ id, organizationId, brandIds, expiresAt, revokedAt }: StoredKey, now: Date): Viewer {
  if (revokedAt) throw refused(`The API key was revoked at ${revokedAt.toISOString()}. Request a new one.`);
  if (expiresAt && expiresAt <= now) {
    throw refused(`The API key expired at ${expiresAt.toISOString()}. Request a new one.`);
  }
  return { kind: 'organization', keyId: id, organizationId, brandIds };
}

function refused(message: string): AppError {
  return new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
