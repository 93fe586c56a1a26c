// A PostgreSQL database: one bounded pool, shared by Prisma (entities) and by computed figures. Every session speaks UTC
// and the schema `public`, and the server itself ends statements that run too long and transactions that idle.

import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.js';
import { type Cancellation, cancelOnAbort } from './connection/cancel.js';
import { type Bind, type Watcher, watch } from './watched.js';

export interface Database extends AsyncDisposable {
  /** Whether the rows of brands are distributed over the nodes of a cluster: see `citus/layout.ts`. */
  readonly isDistributed: boolean;
  /** Whether it refuses to write: see `replica/read-only.ts`. */
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
  /** Runs `work` in one transaction; it commits when `work` fulfils and rolls back when it rejects. */
  transaction<T>(work: Work<T>): Promise<T>;
}

type Work<T> = (client: pg.ClientBase) => Promise<T>;

export interface ConnectOptions extends Watcher {
  readonly poolSize: number;
  /** The statement timeout; 0 leaves it to the server. A long writer lifts it with `set local`. */
  readonly statementTimeoutMs: number;
  readonly idleTransactionTimeoutMs?: number;
  readonly isDistributed?: boolean;
}

/** How long to wait for a connection, be it a new one or one in use. */
const connectionTimeoutMs = 10_000;
const sessionOptions = '-c timezone=UTC -c search_path=public';

/**
 * A pool for the server at `where` (an address or pg's own settings) with Prisma on top. It connects on first use, so
 * nothing is thrown here for a server that is away. Disposal waits for what is under way, then closes every connection.
 */
export function connect(where: string | pg.PoolConfig, options: ConnectOptions): Database {
  const pool = openPool(where, options);
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  let closed: Promise<void> | undefined;
  return {
    isDistributed: options.isDistributed ?? false,
    isReadOnly: false,
    pool,
    prisma,
    snapshot: (work, signal) =>
      withConnection(pool, work, { begin: 'begin isolation level repeatable read, read only', signal }),
    autocommit: (work, signal) => withConnection(pool, work, { isRolledBack: true, signal }),
    withoutTransaction: (work, signal) => withConnection(pool, work, { signal }),
    transaction: (work) => withConnection(pool, work, { begin: 'begin' }),
    [Symbol.asyncDispose]: () => {
      closed ??= prisma.$disconnect().finally(() => pool.end());
      return closed;
    },
  };
}

function openPool(where: string | pg.PoolConfig, options: ConnectOptions): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'sightline',
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...withSessionOptions(typeof where === 'string' ? fromAddress(where) : where),
    max: options.poolSize,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs ?? 60_000,
  });
  // A connection that breaks fails the query on it, or is replaced when idle; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (options.onQuery || options.onStatement || options.onBegin) watch(client, options);
  });
  if (options.bind) bindCallbacks(pool, options.bind);
  return pool;
}

/** Lets `pool.query` go on where it was called: the pool calls it with a connection from wherever one was released. */
function bindCallbacks(pool: pg.Pool, bind: Bind): void {
  const connect = pool.connect.bind(pool);
  const bound = (callback?: Parameters<typeof connect>[0]) => (callback ? connect(bind(callback)) : connect());
  pool.connect = bound as typeof connect; // safe because it hands both overloads on
}

/** pg lets the address override every setting, so its `options` are taken out of it and joined with ours. */
function fromAddress(address: string): pg.PoolConfig {
  const [place, query] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  const own = parameters.get('options');
  parameters.delete('options');
  const connectionString = parameters.size > 0 ? `${place}?${parameters}` : place;
  return { connectionString, ...(own ? { options: own } : {}) };
}

function withSessionOptions(config: pg.PoolConfig): pg.PoolConfig {
  return { ...config, options: [config.options, sessionOptions].filter(Boolean).join(' ') };
}

interface ConnectionUse {
  /** The statement that begins a transaction; without it there is none. */
  readonly begin?: string;
  /** Whether `work` may end amid a statement, so that after a failure the connection is brought to rest. */
  readonly isRolledBack?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Runs `work` on a connection of the pool, which is returned unless it is broken. */
async function withConnection<T>(
  pool: pg.Pool,
  work: Work<T>,
  { begin, isRolledBack = begin !== undefined, signal }: ConnectionUse,
): Promise<T> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  let broken: Error | boolean | undefined;
  let cancellation: Cancellation | undefined;
  try {
    signal?.throwIfAborted();
    await using cancelling = cancelOnAbort(client, signal);
    cancellation = cancelling;
    return await (begin ? within(client, begin, work) : work(client));
  } catch (error) {
    if (isRolledBack)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
    throw signal?.aborted ? signal.reason : error;
  } finally {
    client.release(broken ?? cancellation?.isUncertain);
  }
}

async function within<T>(client: pg.ClientBase, begin: string, work: Work<T>): Promise<T> {
  await client.query(begin);
  const result = await work(client);
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept.');
  return result;
}
