// The authorization of a request: the key that it presents, its number in the key's window, and the version of what its path names. All requests that
// wait share one statement. Exact: within a window no more requests than the limit are accepted, whichever processes they reach.

import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { createBrandVersions } from '../tiles/stored/brand-versions.js';
import type { Subject, SubjectVersion } from '../tiles/stored/version.js';
import {
  type AuthorizationBatch,
  type AuthorizationKey,
  type AuthorizationRows,
  type Counted,
  type Credential,
  readAuthorizations,
  windowSeconds,
} from './authorization-statement.js';
import { sameHash } from './key.js';
import { type Limits, limitOf, type WindowCount } from './limit.js';

/** What a request presents, and what its path names; `null`: nothing whose data has a version. */
interface AuthorizationRequest extends Pick<Credential, 'keyId' | 'hash'> {
  readonly subject: Subject | null;
  readonly now: Date;
}

export interface Authorization {
  /** `null`: there is no such key, or it is an admin key. Whether its secret is the one presented is for the caller to compare. */
  readonly key: AuthorizationKey | null;
  /** `null`: not counted, because its kind of key has no limit, or because it is not accepted. */
  readonly counted: WindowCount | null;
  /** `null`: there is no such subject, or none was asked for. */
  readonly version: SubjectVersion | null;
  /** When it was decided whether the key has expired. */
  readonly at: Date;
}

export type Authorize = (ask: AuthorizationRequest) => Promise<Authorization>;

/** Authorizes requests to what no stored key gives access to, and no limit applies to. */
export const authorizeNothing: Authorize = async ({ now }) => ({ key: null, counted: null, version: null, at: now });

/** A key that has used up its limit: until its window ends, it is refused from memory. */
interface Exhausted {
  readonly key: AuthorizationKey | null;
  readonly until: number;
}

const maxExhausted = 10_000;

/**
 * Authorizes requests over `db`. Rejects if it cannot be reached; if it responds but cannot count, this process counts by itself and `onError` is called.
 * With a read-only database, it always counts by itself.
 */
export function createAuthorization(
  db: Database,
  limits: Limits,
  onError: (error: unknown) => void = () => {},
): Authorize {
  const exhausted = new LRUCache<string, Exhausted>({ max: maxExhausted });
  const countLocally = createLocalCount();
  const source = { ...db, readBrands: createBrandVersions(db) };
  const limitFor = ({ hash }: Pick<Credential, 'hash'>) => limitOf(hash === null ? 'admin' : 'organization', limits);
  const readUncounted = async (authorizations: AuthorizationBatch) => {
    const opened = await readAuthorizations(source, authorizations, false);
    return { ...opened, counts: await countLocally(authorizations, opened.keys) };
  };
  const read = (authorizations: AuthorizationBatch) => {
    if (db.isReadOnly) return readUncounted(authorizations);
    return readAuthorizations(source, authorizations).catch(async (error: unknown) => {
      const isCounted = authorizations.credentials.some(({ requests }) => requests > 0);
      if (!isCounted || isUnavailable(error)) throw error;
      const opened = await readUncounted(authorizations);
      onError(error);
      return opened;
    });
  };
  const authorizeTogether = coalesce<AuthorizationRequest, PendingAuthorization>(async (asks) => {
    const batch = batchOf(asks, (ask) => limitFor(ask) > 0);
    const opened = await read(batch);
    for (const [place, credentials] of batch.credentials.entries()) {
      const counted = opened.counts[place];
      if (counted && counted.points >= limitFor(credentials))
        exhausted.set(credentials.keyId, { key: opened.keys[place] ?? null, until: counted.expire });
    }
    return toAuthorizations(asks, batch, opened);
  });
  return async (ask) => {
    const used = exhausted.get(ask.keyId);
    if (used && isRefused(used, ask)) {
      const counted = { count: Number.POSITIVE_INFINITY, msBeforeNext: used.until - Date.now() };
      return { key: used.key, counted, version: null, at: ask.now };
    }
    const isNothing = ask.hash === null && limitFor(ask) === 0 && ask.subject === null;
    if (isNothing) return authorizeNothing(ask);
    const opened = await authorizeTogether(ask);
    return { ...opened, version: await opened.version };
  };
}

/** An authorization that does not wait for the nodes of other requests. */
interface PendingAuthorization extends Omit<Authorization, 'version'> {
  readonly version: Promise<SubjectVersion | null> | null;
}

/** Whether it presents the secret of a key that has used up its limit, and not something else, on which only the database can decide. */
function isRefused({ key, until }: Exhausted, { hash, now }: AuthorizationRequest): boolean {
  if (until <= Date.now()) return false;
  return hash === null ? key === null : key !== null && isAccepted(key, hash, now);
}

function isAccepted(key: AuthorizationKey, hash: Buffer, at: Date): boolean {
  return sameHash(key.hash, hash) && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > at);
}

interface Batch extends AuthorizationBatch {
  /** Of each request, its place in `credentials`. */
  readonly places: readonly number[];
}

/** What the requests ask for, equal things once. */
function batchOf(asks: readonly AuthorizationRequest[], isCounted: (ask: AuthorizationRequest) => boolean): Batch {
  const placeOf = new Map<string, number>();
  const credentials: Credential[] = [];
  const places = asks.map((ask) => {
    const { keyId, hash } = ask;
    const name = `${keyId} ${hash?.toString('latin1') ?? ''}`;
    const place = placeOf.get(name) ?? credentials.length;
    placeOf.set(name, place);
    const requests = (credentials[place]?.requests ?? 0) + (isCounted(ask) ? 1 : 0);
    credentials[place] = { keyId, hash, requests };
    return place;
  });
  const subjects = new Map(asks.flatMap(({ subject }) => (subject === null ? [] : [[nameOf(subject), subject]])));
  const at = new Date(Math.max(...asks.map(({ now }) => now.getTime())));
  return { credentials, places, subjects: [...subjects.values()], at };
}

function nameOf(subject: Subject): string {
  if (subject === 'shared') return 'shared';
  return 'brandId' in subject ? `brand ${subject.brandId}` : `prompt ${subject.promptId}`;
}

/** Each request gets its own position among the counted ones, in the order in which they came. */
function toAuthorizations(
  asks: readonly AuthorizationRequest[],
  batch: Batch,
  { keys, counts, versions }: AuthorizationRows,
): PendingAuthorization[] {
  const now = Date.now();
  const next = batch.credentials.map(({ requests }, place) => (counts[place]?.points ?? 0) - requests);
  const bySubject = new Map(batch.subjects.map((subject, place) => [nameOf(subject), versions[place] ?? null]));
  return asks.map(({ subject }, index) => {
    const place = batch.places[index] ?? 0;
    const counted = counts[place];
    const count = (next[place] ?? 0) + 1;
    next[place] = count;
    return {
      key: keys[place] ?? null,
      counted: counted ? { count, msBeforeNext: Math.max(0, counted.expire - now) } : null,
      version: subject === null ? null : (bySubject.get(nameOf(subject)) ?? null),
      at: batch.at,
    };
  });
}

/** Counts in this process, as the statement does in the database. */
function createLocalCount() {
  const limiter = new RateLimiterMemory({ points: 1, duration: windowSeconds });
  return (
    { credentials, at }: AuthorizationBatch,
    keys: AuthorizationRows['keys'],
  ): Promise<readonly (Counted | null)[]> =>
    Promise.all(
      credentials.map(async ({ keyId, hash, requests }, place) => {
        const key = keys[place];
        const counts = requests > 0 && (hash === null || (key && isAccepted(key, hash, at)));
        if (!counts) return null;
        const { consumedPoints, msBeforeNext } = await limiter.penalty(keyId, requests);
        return { points: consumedPoints, expire: Date.now() + msBeforeNext };
      }),
    );
}
