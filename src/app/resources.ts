// What threads open for themselves: traces, what watches statements, what tells metrics, and the read replica.

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Database } from '../database/postgres.js';
import { openReplica, type Replica, type ReplicaState } from '../database/replica/replica.js';
import type { Statement, Watcher } from '../database/watched.js';
import type { Figures, Metrics } from '../server/watch/metrics.js';
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

const figuresEveryMs = 1_000;

/** Has `tell` called every second with what the metrics of a thread say, where there are metrics. Disposing it ends that. */
export function tellFigures(
  { metricsToken }: Config,
  metrics: Pick<Metrics, 'say'>,
  tell: (figures: Figures) => void,
): Disposable {
  const say = async () => tell(await metrics.say());
  const telling = metricsToken === null ? undefined : setInterval(() => void say(), figuresEveryMs);
  return { [Symbol.dispose]: () => clearInterval(telling) };
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
