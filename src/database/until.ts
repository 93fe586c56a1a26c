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
export interface Reading
  extends Pick<Database, 'isDistributed' | 'isReadOnly' | 'prisma' | 'transaction'>,
    AsyncDisposable {
  /** Aborts once nobody waits for what is read. */
  readonly signal: AbortSignal;
  /** For look-ups of entities, outside the snapshot unless the request is to be of one instant. */
  readonly pool: Statements;
  /** Runs `work` in the one snapshot of the request, after the reads before it. The first read opens it; disposal ends it. */
  snapshot<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /**
   * Runs `work` without the snapshot: what it reads must be of one instant all the same, or `null`, and then it is to be read in the snapshot.
   * `null` in place of it: the request may read more than once.
   */
  readonly readOnce: (<T>(work: (client: pg.ClientBase) => Promise<T | null>) => Promise<T | null>) | null;
  /** Called for what was read at an instant of its own, outside `pool` and `snapshot`. */
  readonly countInstant: () => void;
  /** Brands that turned out to be on a node that cannot be reached. */
  readonly unreachable: ReadonlySet<string>;
  /** Finds out which of `brandIds` are; nothing where the database is on one machine. */
  readonly reach: (brandIds: readonly string[]) => Promise<void>;
  /** At how many instants something was read. What is read once does not count: its reader compares versions itself. */
  readonly instants: () => number;
}

interface Use {
  /** Whether only one read of the request needs the snapshot. */
  readonly readsOnce?: boolean;
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
  { readsOnce = false, replica = null, isOneInstant = false, reach = createReach() }: Use = {},
): Reading {
  const { signal, guarded } = guardOf(db, requested, reach);
  const opened = createRequestSnapshot(db, signal, replica);
  const snapshot = inTurn(opened, signal);
  let lookUps = 0;
  const countInstant = () => {
    lookUps += 1;
  };
  const lookUp: Statements['query'] = (text, values) => {
    if (isOneInstant) return snapshot.read((client) => client.query(text, values));
    countInstant();
    return guarded(() => db.withoutTransaction((client) => client.query(text, values), signal));
  };
  return {
    signal,
    isDistributed: db.isDistributed,
    prisma: db.prisma,
    isReadOnly: db.isReadOnly,
    transaction: (work) => guarded(() => db.transaction(work, signal)),
    snapshot: (work) => guarded(() => snapshot.read(work)),
    readOnce: readsOnce
      ? async (work) => {
          snapshot.close();
          const found = (await opened.openOnReplica()) ? null : await guarded(() => db.autocommit(work, signal));
          if (found === null) snapshot.reopen();
          return found;
        }
      : null,
    pool: { query: lookUp },
    unreachable: reach.unreachable,
    reach: async (brandIds) => {
      if (db.isDistributed) await extendReach(db.nodes, reach, brandIds);
    },
    countInstant,
    instants: () => lookUps + (snapshot.hasRead() ? 1 : 0),
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
  let isClosed = false;
  let hasRead = false;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read: <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
      if (isOver) return Promise.reject(new Error('The request has ended, and nothing more is read for it.'));
      if (isClosed) return Promise.reject(new Error('The request reads once, and not in a snapshot.'));
      hasRead = true;
      const result = last.then(() => {
        signal.throwIfAborted();
        return opened.read(work);
      });
      last = result;
      result.catch(() => {});
      return result;
    },
    /** Every read but the one outside the snapshot is refused: it would not be of the same instant. */
    close: () => {
      if (hasRead || isClosed) throw new Error('A request that reads once has read before.');
      isClosed = true;
    },
    reopen: () => {
      isClosed = false;
    },
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
