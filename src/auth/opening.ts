// The opening of a request: the key that it presents, its number in the key's window, and the version of what its path names. All requests that
// wait share one statement. Exact: within a window no more requests than the limit are accepted, whichever processes they reach.

import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { isUnavailable } from '../database/unavailable.js';
import { createBrandVersions } from '../tiles/stored/brand-versions.js';
import type { Subject, SubjectVersion } from '../tiles/stored/version.js';
import { sameHash } from './key.js';
import { type Limits, limitOf, type WindowCount } from './limit.js';
import {
  type Counted,
  type Opened,
  type OpenedKey,
  type Openings,
  type Presented,
  readOpenings,
  windowSeconds,
} from './opening-statement.js';

/** What a request presents, and what its path names; `null`: nothing whose data has a version. */
interface OpeningAsk extends Pick<Presented, 'keyId' | 'hash'> {
  readonly subject: Subject | null;
  readonly now: Date;
}

export interface Opening {
  /** `null`: there is no such key, or it is an admin key. Whether its secret is the presented one is for the caller to compare. */
  readonly key: OpenedKey | null;
  /** `null`: not counted, because its kind of key has no limit, or because it is not accepted. */
  readonly counted: WindowCount | null;
  /** `null`: there is no such subject, or none was asked for. */
  readonly version: SubjectVersion | null;
  /** When it was decided whether the key has expired. */
  readonly at: Date;
}

export type Open = (ask: OpeningAsk) => Promise<Opening>;

/** Opens requests to what no stored key gives access to, and no limit applies to. */
export const openNothing: Open = async ({ now }) => ({ key: null, counted: null, version: null, at: now });

/** A key that has used up its limit: until its window ends, it is refused from memory. */
interface UsedUp {
  readonly key: OpenedKey | null;
  readonly until: number;
}

const maxUsedUp = 10_000;

/**
 * Opens requests over `db`. Rejects if it cannot be reached; if it responds but cannot count, this process counts by itself and `onError` is called.
 * With a read-only database, it always counts by itself.
 */
export function createOpening(db: Database, limits: Limits, onError: (error: unknown) => void = () => {}): Open {
  const usedUp = new LRUCache<string, UsedUp>({ max: maxUsedUp });
  const countLocally = createLocalCount();
  const source = { ...db, readBrands: createBrandVersions(db) };
  const limitFor = ({ hash }: Pick<Presented, 'hash'>) => limitOf(hash === null ? 'admin' : 'organization', limits);
  const readUncounted = async (openings: Openings) => {
    const opened = await readOpenings(source, openings, false);
    return { ...opened, counts: await countLocally(openings, opened.keys) };
  };
  const read = (openings: Openings) => {
    if (db.isReadOnly) return readUncounted(openings);
    return readOpenings(source, openings).catch(async (error: unknown) => {
      const isCounted = openings.presented.some(({ requests }) => requests > 0);
      if (!isCounted || isUnavailable(error)) throw error;
      const opened = await readUncounted(openings);
      onError(error);
      return opened;
    });
  };
  const openTogether = coalesce<OpeningAsk, PendingOpening>(async (asks) => {
    const batch = batchOf(asks, (ask) => limitFor(ask) > 0);
    const opened = await read(batch);
    for (const [place, presented] of batch.presented.entries()) {
      const counted = opened.counts[place];
      if (counted && counted.points >= limitFor(presented))
        usedUp.set(presented.keyId, { key: opened.keys[place] ?? null, until: counted.expire });
    }
    return toOpenings(asks, batch, opened);
  });
  return async (ask) => {
    const used = usedUp.get(ask.keyId);
    if (used && isRefused(used, ask)) {
      const counted = { count: Number.POSITIVE_INFINITY, msBeforeNext: used.until - Date.now() };
      return { key: used.key, counted, version: null, at: ask.now };
    }
    const isNothing = ask.hash === null && limitFor(ask) === 0 && ask.subject === null;
    if (isNothing) return openNothing(ask);
    const opened = await openTogether(ask);
    return { ...opened, version: await opened.version };
  };
}

/** An opening that does not wait for the nodes of other requests. */
interface PendingOpening extends Omit<Opening, 'version'> {
  readonly version: Promise<SubjectVersion | null> | null;
}

/** Whether it presents the secret of a key that has used up its limit, and not something else, on which only the database can decide. */
function isRefused({ key, until }: UsedUp, { hash, now }: OpeningAsk): boolean {
  if (until <= Date.now()) return false;
  return hash === null ? key === null : key !== null && isAccepted(key, hash, now);
}

function isAccepted(key: OpenedKey, hash: Buffer, at: Date): boolean {
  return sameHash(key.hash, hash) && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > at);
}

interface Batch extends Openings {
  /** Of each request, its place in `presented`. */
  readonly places: readonly number[];
}

/** What the requests ask for, equal things once. */
function batchOf(asks: readonly OpeningAsk[], isCounted: (ask: OpeningAsk) => boolean): Batch {
  const placeOf = new Map<string, number>();
  const presented: Presented[] = [];
  const places = asks.map((ask) => {
    const { keyId, hash } = ask;
    const name = `${keyId} ${hash?.toString('latin1') ?? ''}`;
    const place = placeOf.get(name) ?? presented.length;
    placeOf.set(name, place);
    const requests = (presented[place]?.requests ?? 0) + (isCounted(ask) ? 1 : 0);
    presented[place] = { keyId, hash, requests };
    return place;
  });
  const subjects = new Map(asks.flatMap(({ subject }) => (subject === null ? [] : [[nameOf(subject), subject]])));
  const at = new Date(Math.max(...asks.map(({ now }) => now.getTime())));
  return { presented, places, subjects: [...subjects.values()], at };
}

function nameOf(subject: Subject): string {
  if (subject === 'shared') return 'shared';
  return 'brandId' in subject ? `brand ${subject.brandId}` : `prompt ${subject.promptId}`;
}

/** Each request gets its own position among the counted ones, in the order in which they came. */
function toOpenings(asks: readonly OpeningAsk[], batch: Batch, { keys, counts, versions }: Opened): PendingOpening[] {
  const now = Date.now();
  const next = batch.presented.map(({ requests }, place) => (counts[place]?.points ?? 0) - requests);
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
  return ({ presented, at }: Openings, keys: Opened['keys']): Promise<readonly (Counted | null)[]> =>
    Promise.all(
      presented.map(async ({ keyId, hash, requests }, place) => {
        const key = keys[place];
        const counts = requests > 0 && (hash === null || (key && isAccepted(key, hash, at)));
        if (!counts) return null;
        const { consumedPoints, msBeforeNext } = await limiter.penalty(keyId, requests);
        return { points: consumedPoints, expire: Date.now() + msBeforeNext };
      }),
    );
}
