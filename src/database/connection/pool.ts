// A pool of connections to where an address leads. Every session speaks UTC and the schema `public`, and the server itself ends statements that
// run too long and transactions that idle: by settings of the session, or behind a pooler by settings of each transaction.

import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Bind, type Watcher, watch } from '../watched.js';
import type { Address } from './address.js';
import { clientAt, type Locate } from './client.js';
import { locateAmong } from './hosts.js';
import { type SessionSettings, sendSettings } from './pooled.js';

export interface PoolOptions extends Watcher {
  readonly poolSize: number;
  /** The name of its sessions, as PostgreSQL lists them; default: that of the address, or one of all. */
  readonly sessionName?: string | undefined;
  /** The statement timeout; 0 leaves it to the server. A long writer lifts it with `set local`. */
  readonly statementTimeoutMs: number;
  readonly idleTransactionTimeoutMs?: number;
  /** Whether nothing may be written over its connections. */
  readonly isReadOnly?: boolean;
  /** Finds where the server is, for each new connection; default: where the address says. */
  readonly locate?: Locate;
  /** Makes the socket of each connection; default: a new one. */
  readonly stream?: () => Duplex;
}

/** How long to wait for a connection, be it a new one or one in use. */
const connectionTimeoutMs = 10_000;

export function openPool(address: Address, options: PoolOptions): pg.Pool {
  const { hosts, target, isPooled } = address;
  const settings = { ...settingsOf(options), ...(options.isReadOnly ? readOnlySettings(isPooled) : {}) };
  const pool = new pg.Pool({
    application_name: 'sightline',
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...(isPooled ? address.config : withStartupSettings(address.config, settings)),
    ...(options.stream ? { stream: options.stream } : {}),
    ...(options.sessionName ? { application_name: options.sessionName } : {}),
    max: options.poolSize,
    // safe because its only argument is the settings of the pool, which the pool gives it
    Client: clientAt(hosts ? locateAmong(hosts, target) : (options.locate ?? null)) as new () => pg.ClientBase,
  });
  // A connection that breaks fails the query on it, or is replaced when idle; without listeners it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (isPooled) sendSettings(client, settings);
    if (options.onQuery || options.onStatement || options.onBegin) watch(client, options);
  });
  if (options.bind) bindCallbacks(pool, options.bind);
  return pool;
}

/** The settings that every session has. */
function settingsOf({
  statementTimeoutMs,
  idleTransactionTimeoutMs = 60_000,
}: Omit<PoolOptions, 'poolSize'>): SessionSettings {
  return {
    timezone: 'UTC',
    search_path: 'public',
    ...(statementTimeoutMs > 0 ? { statement_timeout: String(statementTimeoutMs) } : {}),
    idle_in_transaction_session_timeout: String(idleTransactionTimeoutMs),
  };
}

/** A session makes its transactions read-only; one transaction can only make itself so. */
function readOnlySettings(isPooled: boolean): SessionSettings {
  return isPooled ? { transaction_read_only: 'on' } : { default_transaction_read_only: 'on' };
}

function withStartupSettings(config: pg.PoolConfig, settings: SessionSettings): pg.PoolConfig {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return { ...config, options: [config.options, ...options].filter(Boolean).join(' ') };
}

/** Lets `pool.query` go on where it was called: the pool calls it with a connection from wherever one was released. */
function bindCallbacks(pool: pg.Pool, bind: Bind): void {
  const connect = pool.connect.bind(pool);
  const bound = (callback?: Parameters<typeof connect>[0]) => (callback ? connect(bind(callback)) : connect());
  pool.connect = bound as typeof connect; // safe because it hands both overloads on
}
