// A database for the time of one request: what is read for it is of one instant, and ends with it.

import type pg from 'pg';
import type { Database } from './postgres.js';

/** Where single statements are sent. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** What may be done for a request. */
export interface Reading
  extends Pick<Database, 'isDistributed' | 'isReadOnly' | 'prisma' | 'transaction'>,
    AsyncDisposable {
  /** For look-ups of entities, outside the snapshot. */
  readonly pool: Statements;
  /** Runs `work` in the one snapshot of the request, after the reads before it. The first read opens it; disposal ends it. */
  snapshot<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /**
   * Runs `work` without the snapshot: what it reads must be of one instant all the same, or `null`, and then it is to be read in the snapshot.
   * `null` in place of it: the request may read more than once.
   */
  readonly readOnce: (<T>(work: (client: pg.ClientBase) => Promise<T | null>) => Promise<T | null>) | null;
}

interface Use {
  /** Whether only one read of the request needs the snapshot. */
  readonly readsOnce?: boolean;
}

/**
 * `db` until `signal` aborts: then what is read is cancelled, and rejects with the signal's reason. Prisma's look-ups of entities by their keys
 * are left to end by themselves; they are short.
 */
export function until(db: Database, signal: AbortSignal, { readsOnce = false }: Use = {}): Reading {
  const snapshot = createSnapshot(db, signal);
  return {
    isDistributed: db.isDistributed,
    prisma: db.prisma,
    isReadOnly: db.isReadOnly,
    transaction: (work) => db.transaction(work),
    snapshot: snapshot.read,
    readOnce: readsOnce
      ? async (work) => {
          snapshot.close();
          const found = await db.autocommit(work, signal);
          if (found === null) snapshot.reopen();
          return found;
        }
      : null,
    pool: { query: (text, values) => db.withoutTransaction((client) => client.query(text, values), signal) },
    [Symbol.asyncDispose]: snapshot.end,
  };
}

/** One snapshot for several reads, one after the other on its connection. After one that failed, the others fail as it did. */
function createSnapshot(db: Database, signal: AbortSignal) {
  let isOver = false;
  let isClosed = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let opened: Promise<pg.ClientBase> | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();
  const open = () =>
    new Promise<pg.ClientBase>((resolve, reject) => {
      const hold = async (client: pg.ClientBase) => {
        resolve(client);
        await Promise.race([released, abortOf(signal)]);
        // A statement that is being cancelled still needs the connection; a read that failed takes the transaction with it.
        await last;
      };
      ended = db.snapshot(hold, signal).catch(reject);
    });
  return {
    read: <T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> => {
      if (isOver) return Promise.reject(new Error('The request has ended, and nothing more is read for it.'));
      if (isClosed) return Promise.reject(new Error('The request reads once, and not in a snapshot.'));
      opened ??= open();
      const opening = opened;
      opening.catch(() => {});
      const result = last.then(async () => {
        signal.throwIfAborted();
        return work(await opening).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error;
        });
      });
      last = result;
      result.catch(() => {});
      return result;
    },
    /** Every read but the one outside the snapshot is refused: it would not be of the same instant. */
    close: () => {
      if (opened || isClosed) throw new Error('A request that reads once has read before.');
      isClosed = true;
    },
    reopen: () => {
      isClosed = false;
    },
    /** Gives the connection back. Never rejects: what failed was reported by the read that failed. */
    end: async (): Promise<void> => {
      isOver = true;
      release();
      await ended;
    },
  };
}

/** Resolves when `signal` aborts. */
function abortOf(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
