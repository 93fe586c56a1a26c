// What threads open for themselves: the log, metrics, traces, what watches statements, the database, and the read replica.

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { connectToOpen, type Opened } from '../database/open.js';
import type { Database } from '../database/postgres.js';
import { openReplica, type Replica, type ReplicaState } from '../database/replica/replica.js';
import type { Statement, Watcher } from '../database/watched.js';
import type { FromReader } from '../server/readers/messages.js';
import { createLog } from '../server/watch/log.js';
import { createMetrics } from '../server/watch/metrics.js';
import type { Tracing } from '../tracing/tracing.js';

/** The packages of OpenTelemetry are loaded here, and only where traces are sent. */
export async function tracingOf({ traceEndpoint }: Config, log: Logger): Promise<Tracing | null> {
  if (traceEndpoint === null) return null;
  const { openTracing } = await import('../tracing/open-tracing.js');
  return openTracing({
    endpoint: traceEndpoint,
    onError: (reason) => log.warn({ reason }, 'traces could not be sent to the collector'),
  });
}

/** `onStatement`: for the metrics, where there are any. */
export function watcherOf(
  { metricsToken }: Config,
  onStatement: (statement: Statement) => void,
  tracing: Tracing | null,
): Watcher {
  return {
    ...(metricsToken === null ? {} : { onStatement }),
    ...(tracing ? { onBegin: tracing.beginStatement, bind: tracing.bind } : {}),
  };
}

interface ReplicaParts {
  readonly db: Database;
  readonly watcher: Watcher;
  readonly onChange: (state: ReplicaState) => void;
  /** The name of its sessions, as PostgreSQL lists them. */
  readonly sessionName?: string;
}

export function replicaOf(config: Config, { db, watcher, ...more }: ReplicaParts): Replica | null {
  const { readDatabaseUrl: url, maxReplicaLagMs: maxLagMs, poolSize, statementTimeoutMs } = config;
  if (url === null) return null;
  return openReplica({ ...watcher, ...more, primary: db.pool, url, maxLagMs, poolSize, statementTimeoutMs });
}

/** What every thread says to the door: lines of the log, and what its metrics say. */
export type Said = Extract<FromReader, { readonly kind: 'log' | 'figures' }>;

const figuresEveryMs = 1_000;

/** What a thread works with on the database that the process has opened. It says what its metrics say every second, where there are metrics, until closed. */
export async function openBeside(config: Config, opened: Opened, send: (message: Said) => void) {
  const log = createLog(config.logLevel, { write: (line) => send({ kind: 'log', line }) });
  const metrics = createMetrics();
  const tracing = await tracingOf(config, log);
  const watcher = watcherOf(config, metrics.statement, tracing);
  const db = connectToOpen(config, { ...watcher, ...opened });
  const say = async () => send({ kind: 'figures', figures: await metrics.say() });
  const saying = config.metricsToken === null ? undefined : setInterval(() => void say(), figuresEveryMs);
  const close = async () => {
    clearInterval(saying);
    await db[Symbol.asyncDispose]();
    await tracing?.[Symbol.asyncDispose]();
  };
  return { log, metrics, tracing, watcher, db, close };
}
