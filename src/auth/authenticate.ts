// Authentication: from the `Authorization` header, or the session of a browser, to a viewer. The error is the same for a wrong secret and for an unknown key.

import { AppError } from '../errors.js';
import type { Subject } from '../tiles/stored/version.js';
import type { Authorization, Authorize } from './authorization.js';
import type { AuthorizationKey } from './authorization-statement.js';
import { hashOf, parseKey, sameHash } from './key.js';
import { isSessionToken, type ReadSession, type SessionKey } from './sessions.js';
import type { Viewer } from './viewer.js';

export interface Keys {
  readonly adminKeys: readonly string[];
  /** Authorizes requests with a key that may exist. */
  readonly open: Authorize;
  /** Without it no session is accepted. */
  readonly readSession?: ReadSession;
  /** Whether a session is the key itself, because none can be stored. */
  readonly isReadOnly?: boolean;
}

/** Who sent a request, its number in the window of its key, and the version of the subject that its path names. */
interface Authenticated extends Pick<Authorization, 'counted' | 'version'> {
  readonly viewer: Viewer;
}

/** The text of an `Authorization` header, `null` without one; or what the cookie of a browser holds, which is taken nowhere else. */
type Credential = string | null | { readonly session: string };

/** The client address of a request and the time of its arrival. */
export interface RequestOrigin {
  readonly address: string;
  readonly now: Date;
}

/** The viewer of a credential; throws `unauthorized`, or where attempts are guarded `rate_limited`. */
export type Authenticate = (
  credential: Credential,
  origin: RequestOrigin,
  subject: Subject | null,
) => Promise<Authenticated>;

/** Compares the token with every admin key by hash, in constant time, and then with the organization keys. */
export function createAuthenticate({ adminKeys, open, readSession, isReadOnly }: Keys): Authenticate {
  const adminHashes = adminKeys.map(hashOf);
  const keyOfSession = async (token: string): Promise<SessionKey> => {
    if (isReadOnly && !isSessionToken(token)) return keyOfToken(token, adminHashes);
    const key = await readSession?.(token);
    if (!key) throw refused('The session has ended. Sign in again.');
    return key;
  };
  return async (credential, { now }, subject) => {
    const isHeader = credential === null || typeof credential === 'string';
    const { keyId, hash } = isHeader
      ? keyOfToken(parseHeader(credential), adminHashes)
      : await keyOfSession(credential.session);
    if (keyId === null) {
      const admin = matchAdmin(hash, adminHashes);
      if (!admin) throw refused(invalidKey);
      const { counted, version } = await open({ keyId: admin.keyId, hash: null, now, subject });
      return { viewer: admin, counted, version };
    }
    const { key, counted, version, at } = await open({ keyId, hash, now, subject });
    if (!key || !sameHash(key.hash, hash)) throw refused(invalidKey);
    return { viewer: toViewer(key, at), counted, version };
  };
}

/** The id of the key that a token may be, and the hash of its secret. Throws where it has the form of none. */
export function keyOfToken(token: string, adminHashes: readonly Buffer[]): SessionKey {
  const hash = hashOf(token);
  if (matchAdmin(hash, adminHashes)) return { keyId: null, hash };
  const parts = parseKey(token);
  if (!parts) throw refused(invalidKey);
  return { keyId: parts.id, hash: hashOf(parts.secret) };
}

const invalidKey = 'The API key is invalid.';

export function parseHeader(header: string | null): string {
  if (header === null) throw refused('No API key was provided. Send the header "Authorization: Bearer <key>".');
  const [, token] = /^Bearer +(\S.*)$/i.exec(header.trim()) ?? [];
  if (!token) throw refused('The Authorization header must have the form "Bearer <key>".');
  return token;
}

function matchAdmin(hash: Buffer, adminHashes: readonly Buffer[]): Viewer | null {
  // Every key is compared, so that the duration does not reveal which one matched.
  const matches = adminHashes.map((adminHash) => sameHash(adminHash, hash));
  const index = matches.indexOf(true);
  return index === -1 ? null : { kind: 'admin', keyId: `admin-${index + 1}` };
}

/** Called only after the secret has been verified, so the reason of a refusal may be revealed. */
function toViewer({ id, organizationId, brandIds, expiresAt, revokedAt, record }: AuthorizationKey, now: Date): Viewer {
  if (revokedAt) throw refused(`The API key was revoked at ${revokedAt.toISOString()}. Request a new one.`);
  if (expiresAt && expiresAt <= now) {
    throw refused(`The API key expired at ${expiresAt.toISOString()}. Request a new one.`);
  }
  return { kind: 'organization', keyId: id, organizationId, brandIds, ...(record ? { mayRecord: true } : {}) };
}

function refused(message: string): AppError {
  return new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
