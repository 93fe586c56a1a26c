// A PostgreSQL database: one bounded pool, shared by Prisma (entities) and by computed figures.

import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.js';
import { createNodes, type Nodes, oneNode } from './citus/nodes.js';
import { parseAddress } from './connection/address.js';
import { type Cancellation, cancelOnAbort } from './connection/cancel.js';
import { openPool, type PoolOptions } from './connection/pool.js';
import { discard, isBroughtToRest } from './connection/rest.js';

export interface Database extends AsyncDisposable {
  /** Whether the rows of brands are distributed over the nodes of a cluster: see `citus/layout.ts`. */
  readonly isDistributed: boolean;
  /** The nodes that have its brands. */
  readonly nodes: Nodes;
  /** Whether it refuses to write: see `open.ts`. */
  readonly isReadOnly: boolean;
  /** For computed figures and bulk writes. */
  readonly pool: pg.Pool;
  /** For entities; it runs on the same pool. */
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one REPEATABLE READ, READ ONLY transaction: all that it reads is of one instant. When `signal` aborts, its statement is
   * cancelled and the transaction rolled back; then this rejects with the signal's reason.
   */
  snapshot<T>(work: Work<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Runs `work` on a connection without a transaction: each statement sees what is committed when it begins. Otherwise as `snapshot`, among
   * whose reads it counts.
   */
  autocommit<T>(work: Work<T>, signal?: AbortSignal): Promise<T>;
  /** Runs `work` on a connection without a transaction; `signal` cancels it as it does a snapshot. */
  withoutTransaction<T>(work: Work<T>, signal: AbortSignal): Promise<T>;
  /** Runs `work` in one transaction; it commits when `work` fulfils and rolls back when it rejects. `signal` cancels it as it does a snapshot. */
  transaction<T>(work: Work<T>, signal?: AbortSignal): Promise<T>;
}

type Work<T> = (client: pg.ClientBase) => Promise<T>;

export interface ConnectOptions extends PoolOptions {
  readonly isDistributed?: boolean;
}

/**
 * A pool for the server at `where` (an address or pg's own settings) with Prisma on top. It connects on first use, so
 * nothing is thrown here for a server that cannot be reached, but for an address that cannot be understood. Disposal waits for what is under way, then closes every connection.
 */
export function connect(where: string | pg.PoolConfig, options: ConnectOptions): Database {
  const address = parseAddress(where);
  const pool = openPool(address, options);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  // COPY cannot be sent with settings, so behind a pooler it needs a transaction.
  const autocommit = address.isPooled ? { begin: 'begin read only' } : {};
  let closed: Promise<void> | undefined;
  const withoutTransaction: Database['withoutTransaction'] = (work, signal) => withConnection(pool, work, { signal });
  return {
    ...layoutOf({ pool, withoutTransaction }, options.isDistributed ?? false),
    isReadOnly: false,
    pool,
    prisma,
    snapshot: (work, signal) =>
      withConnection(pool, work, { begin: 'begin isolation level repeatable read, read only', signal }),
    autocommit: (work, signal) => withConnection(pool, work, { ...autocommit, signal }),
    withoutTransaction,
    transaction: (work, signal) => withConnection(pool, work, { begin: 'begin', signal }),
    [Symbol.asyncDispose]: () => {
      closed ??= prisma.$disconnect().finally(() => pool.end());
      return closed;
    },
  };
}

/** What a database is where its brands are distributed over nodes, or are not. */
export function layoutOf(db: Pick<Database, 'pool' | 'withoutTransaction'>, isDistributed: boolean) {
  return { isDistributed, nodes: isDistributed ? createNodes(db) : oneNode(db.pool) };
}

interface ConnectionUse {
  /** The statement that begins a transaction; without it there is none. */
  readonly begin?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Runs `work` on a connection of the pool, which is returned if it can be used again. */
async function withConnection<T>(pool: pg.Pool, work: Work<T>, { begin, signal }: ConnectionUse): Promise<T> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  let isUsable = true;
  let cancellation: Cancellation | undefined;
  try {
    signal?.throwIfAborted();
    await using cancelling = cancelOnAbort(client, signal);
    cancellation = cancelling;
    return await cancelling.outcomeOf(begin ? within(client, begin, work) : work(client));
  } catch (error) {
    // `work` may have ended amid a statement.
    isUsable = !cancellation?.isUncertain && (await isBroughtToRest(client));
    throw signal?.aborted ? signal.reason : error;
  } finally {
    if (isUsable && !cancellation?.isUncertain) client.release();
    else discard(client);
  }
}

async function within<T>(client: pg.ClientBase, begin: string, work: Work<T>): Promise<T> {
  await client.query(begin);
  const result = await work(client);
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept.');
  return result;
}
