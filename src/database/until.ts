// A database for the time of one request: what is read for it is of one instant, and ends with it.

import type pg from 'pg';
import { type BrandReach, createReach, extendReach } from './citus/brand-reach.js';
import type { Database } from './postgres.js';
import { createRequestSnapshot, type ReplicaReads, type RequestSnapshot } from './replica/request-snapshot.js';

/** Where single statements are sent. */
interface Statements {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** What may be done for a request. */
export interface Reading extends Pick<Database, 'isDistributed' | 'isReadOnly' | 'transaction'>, AsyncDisposable {
  /** Aborts once nobody waits for what is read. */
  readonly signal: AbortSignal;
  /** For look-ups of entities, outside the snapshot unless the request is to be of one instant. */
  readonly pool: Statements;
  /** Looks entities up by their keys. */
  readonly lookUp: <T>(read: (prisma: Database['prisma']) => Promise<T>) => Promise<T>;
  /** Runs `work` in the one snapshot of the request, after the reads before it. The first read opens it; disposal ends it. */
  snapshot<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /**
   * Runs `work` without the snapshot: what it reads must be of the version that the request began with. `null`: it is not, or the snapshot is used already,
   * and then it is to be read there.
   */
  readonly readOnce: <T>(work: (client: pg.ClientBase) => Promise<T | null>) => Promise<T | null>;
  /** Called where something was found that is kept under the version that the request began with. */
  readonly findKept: () => void;
  /** Brands that turned out to be on a node that cannot be reached. */
  readonly unreachable: ReadonlySet<string>;
  /** Finds out which of `brandIds` are; nothing where the database is on one machine. */
  readonly reach: (brandIds: readonly string[]) => Promise<void>;
  /** At how many instants something was read. */
  readonly instants: () => number;
}

interface Use {
  /** Where the snapshot may be opened in place of `db`; `null`: nowhere. */
  readonly replica?: ReplicaReads | null;
  /** Whether look-ups of entities read in the snapshot as well. */
  readonly isOneInstant?: boolean;
  /** What is known so far of the brands that it reads. */
  readonly reach?: BrandReach;
}

/**
 * `db` until `requested` aborts: then what is read is cancelled, and rejects with the signal's reason; so does what waits for a node that does not answer. Prisma's look-ups of entities by their keys
 * are left to end by themselves; they are short.
 */
export function until(
  db: Database,
  requested: AbortSignal,
  { replica = null, isOneInstant = false, reach = createReach() }: Use = {},
): Reading {
  const { signal, guarded } = guardOf(db, requested, reach);
  const opened = createRequestSnapshot(db, signal, replica);
  const snapshot = inTurn(opened, signal);
  const { lookUp, findKept, readAtVersion, count } = createInstants(db.isDistributed);
  const query: Statements['query'] = (text, values) => {
    if (isOneInstant) return snapshot.read((client) => client.query(text, values));
    return lookUp(() => guarded(() => db.withoutTransaction((client) => client.query(text, values), signal)));
  };
  const readAlone = async <T>(work: (client: pg.ClientBase) => Promise<T | null>) =>
    (await opened.openOnReplica()) ? null : guarded(() => db.autocommit(work, signal));
  return {
    signal,
    isDistributed: db.isDistributed,
    isReadOnly: db.isReadOnly,
    transaction: (work) => guarded(() => db.transaction(work, signal)),
    snapshot: (work) => guarded(() => snapshot.read(work)),
    readOnce: (work) => readAtVersion(() => snapshot.unlessRead(() => readAlone(work))),
    pool: { query },
    lookUp: (read) => lookUp(() => read(db.prisma)),
    unreachable: reach.unreachable,
    reach: async (brandIds) => {
      if (db.isDistributed) await extendReach(db.nodes, reach, brandIds);
    },
    findKept,
    instants: () => count() + Number(snapshot.hasRead()),
    [Symbol.asyncDispose]: snapshot.end,
  };
}

/** On a cluster, ends what is read for a request once a node of the brands in `reach` turns out not to answer. */
function guardOf({ isDistributed, nodes }: Database, requested: AbortSignal, { guarded }: BrandReach) {
  if (!isDistributed) return { signal: requested, guarded: <T>(read: () => Promise<T>) => read() };
  const silence = new AbortController();
  return {
    signal: AbortSignal.any([requested, silence.signal]),
    guarded: <T>(read: () => Promise<T>) =>
      nodes.guard([...guarded], (stop) => {
        stop.addEventListener('abort', () => silence.abort(stop.reason), { once: true });
        return read();
      }),
  };
}

/** Several reads of a snapshot, one after the other on its connection. After one that failed, the others fail as it did. */
function inTurn(opened: RequestSnapshot, signal: AbortSignal) {
  let isOver = false;
  let hasRead = false;
  let last: Promise<unknown> = Promise.resolve();
  const next = <T>(read: () => Promise<T>): Promise<T> => {
    const ended = () => new Error('The request has ended, and nothing more is read for it.');
    if (isOver) return Promise.reject(ended());
    const result = last.then(() => {
      if (isOver) throw ended();
      signal.throwIfAborted();
      return read();
    });
    last = result;
    result.catch(() => {});
    return result;
  };
  return {
    read: <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
      hasRead = true;
      return next(() => opened.read(work));
    },
    /** What `read` finds in place of the snapshot, in its turn: a request holds one connection. `null`: the snapshot is wanted already. */
    unlessRead: <T>(read: () => Promise<T | null>): Promise<T | null> => next(async () => (hasRead ? null : read())),
    hasRead: () => hasRead,
    end: async (): Promise<void> => {
      isOver = true;
      await opened.end();
    },
  };
}

/** Lets the transaction of `client` wait as long as it likes between two statements. */
export async function letIdle(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('set local idle_in_transaction_session_timeout = 0');
}

/** At how many instants a request has read. What is known to be of the version that it began with counts as one, however often it was read. */
function createInstants(isDistributed: boolean) {
  let [lookUps, underWay, covered, isAtVersion] = [0, 0, 0, false];
  return {
    /** `read` looks something up at an instant of its own. */
    lookUp: async <T>(read: () => Promise<T>): Promise<T> => {
      lookUps += 1;
      underWay += 1;
      try {
        return await read();
      } finally {
        underWay -= 1;
      }
    },
    /** Something was found that is kept under the version that the request began with. */
    findKept: () => {
      isAtVersion = true;
    },
    /** What `read` finds, if anything, is of the version that the request began with; then so is what was looked up before. */
    readAtVersion: async <T>(read: () => Promise<T | null>): Promise<T | null> => {
      // The node of a brand may not yet see what a look-up on the coordinator saw.
      const before = underWay === 0 && !isDistributed ? lookUps : 0;
      const found = await read();
      if (found !== null) [covered, isAtVersion] = [Math.max(covered, before), true];
      return found;
    },
    /** Beside its snapshot. */
    count: () => lookUps - covered + Number(isAtVersion),
  };
}
