// The whole application behind one function: a `Request` in, a `Response` out, no port needed.

import type { Logger } from 'pino';
import { createAuthenticate, type Keys } from './auth/authenticate.js';
import { authorizeNothing, createAuthorization } from './auth/authorization.js';
import { guard } from './auth/guard.js';
import { createRateLimit } from './auth/limit.js';
import type { Config } from './config.js';
import { bounded } from './database/bounded.js';
import { createNodeWatch } from './database/citus/reach.js';
import { descriptorAdvice, lacksDescriptors } from './database/descriptors.js';
import { openDatabase } from './database/open.js';
import type { Database } from './database/postgres.js';
import { createReadiness } from './database/readiness.js';
import { openReplica, type Replica, type ReplicaState } from './database/replica/replica.js';
import type { Watcher } from './database/watched.js';
import { createListCache, createSizesCache, createTileCache } from './loaders/index.js';
import { createReplicaFor } from './loaders/replica-reads.js';
import { createVersions } from './loaders/versions.js';
import { limits } from './recording/input/batches.js';
import { openPreparer, type Preparer } from './recording/prepare/preparer.js';
import { schema } from './schema/index.js';
import { type AnswerStore, createAnswerStore } from './server/answers/answer-store.js';
import { createAnswers } from './server/answers/answers.js';
import { createPersistedDocuments, type PersistedDocuments } from './server/graphql/persisted/document-store.js';
import { readManifest } from './server/graphql/persisted/manifest.js';
import { createRouter, type RouterParts } from './server/router.js';
import { type Listening, type ListenOptions, listen } from './server/transport/http.js';
import { createLog } from './server/watch/log.js';
import { createMetrics, type Metrics } from './server/watch/metrics.js';
import { oldestMark } from './tiles/roll/waiting.js';
import type { Tracing } from './tracing/tracing.js';

export interface App extends AsyncDisposable {
  /** Answers a request. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers at an address, until what it yields is disposed of. Rejects where the address cannot be had. */
  readonly listen: (where: ListenOptions) => Promise<Listening>;
  /** From now on `/health/ready` says no, though requests are still answered. */
  readonly leave: () => void;
  readonly db: Database;
  /** `null`: there is none. */
  readonly replica: Replica | null;
  readonly log: Logger;
  /** `null`: tracing is disabled. */
  readonly tracing: Tracing | null;
}

interface Overrides {
  /** A database that is open already; it stays open when the app is disposed. */
  readonly db?: Database;
  readonly log?: Logger;
  /** Where finished answers are kept in place of the store that `config` describes. */
  readonly answerStore?: AnswerStore;
  /** What time it is, in place of the clock of this machine. */
  readonly clock?: () => Date;
}

/** Bytes of records that are prepared on the main thread before there is another one for it. */
const maxPreparedHere = 64_000;

/** Opens the database that `config` names, with its migrations, and the application over it. Whoever opens it disposes of it. */
export async function openApp(config: Config, overrides: Overrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(config.logLevel);
  const metrics = createMetrics();
  const persistedDocuments = await openDocuments(config);
  const tracing = await tracingOf(config, log);
  const watcher = watcherOf(config, metrics, tracing);
  const db = overrides.db ?? (await openDatabase(config, { ...watcher, mayBeReadOnly: true }));
  const replica = replicaOf(config, { db, log, watcher });
  const answerStore = overrides.answerStore ?? createAnswerStore(config.answerCacheBytes);
  const { clock = () => new Date() } = overrides;
  const preparer = openPreparer({ lineBytes: limits.lineBytes, inlineBytes: maxPreparedHere });
  const resources = { db, replica, preparer, log, metrics, answerStore, tracing, persistedDocuments };
  const router = createRouter({ ...partsOf(config, resources), clock });
  return {
    fetch: async (request) => router.fetch(request),
    listen: (where) =>
      listen(router, {
        onAcceptError: (err) =>
          log.error({ err }, lacksDescriptors(err) ? descriptorAdvice : 'a connection could not be accepted'),
        onFailure: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
        ...where,
      }),
    leave: router.leave,
    db,
    replica,
    log,
    tracing,
    [Symbol.asyncDispose]: async () => {
      router.drain();
      await preparer[Symbol.asyncDispose]();
      await replica?.[Symbol.asyncDispose]();
      if (!overrides.db) await db[Symbol.asyncDispose]();
      await tracing?.[Symbol.asyncDispose]();
    },
  };
}

/** The documents that clients send by an id. Throws where those of the operator are not valid. */
export async function openDocuments({ persistedDocuments }: Config): Promise<PersistedDocuments> {
  return createPersistedDocuments(await readManifest(persistedDocuments, schema));
}

/** The packages of OpenTelemetry are loaded here, and only where traces are sent. */
async function tracingOf({ traceEndpoint }: Config, log: Logger): Promise<Tracing | null> {
  if (traceEndpoint === null) return null;
  const { openTracing } = await import('./tracing/open-tracing.js');
  return openTracing({
    endpoint: traceEndpoint,
    onError: (reason) => log.warn({ reason }, 'traces could not be sent to the collector'),
  });
}

function watcherOf({ metricsToken }: Config, metrics: Metrics, tracing: Tracing | null): Watcher {
  return {
    ...(metricsToken === null ? {} : { onStatement: metrics.statement }),
    ...(tracing ? { onBegin: tracing.beginStatement, bind: tracing.bind } : {}),
  };
}

interface AuthorizationRows extends Pick<Resources, 'db' | 'log'> {
  readonly watcher: Watcher;
}

function replicaOf(config: Config, { db, log, watcher }: AuthorizationRows): Replica | null {
  const { readDatabaseUrl: url, maxReplicaLagMs: maxLagMs, poolSize, statementTimeoutMs } = config;
  if (url === null) return null;
  const onChange = ({ trouble, lagMs }: ReplicaState) => {
    if (trouble === null) log.info({ lagMs }, 'reads go to the read replica');
    else log.warn({ trouble, lagMs }, 'reads go to the primary: the read replica is not used');
  };
  return openReplica({ ...watcher, primary: db.pool, url, maxLagMs, poolSize, statementTimeoutMs, onChange });
}

interface Resources {
  readonly db: Database;
  readonly preparer: Preparer;
  readonly replica: Replica | null;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly answerStore: AnswerStore | null;
  readonly tracing: Tracing | null;
  readonly persistedDocuments: PersistedDocuments;
}

function partsOf(
  config: Config,
  { db, replica, preparer, log, metrics, answerStore, tracing, persistedDocuments }: Resources,
): Omit<RouterParts, 'clock'> {
  const { adminKeys, metricsToken, authFailuresPerMinute: failuresPerMinute } = config;
  const {
    maxAnswerBytes,
    maxPendingBytes,
    maxSeriesDays,
    maxBodyBytes,
    maxRecordBytes,
    requestTimeoutMs,
    trustedProxies,
    corsOrigins,
    maxExports,
    exportTimeoutMs,
  } = config;
  // However many questions there are, a connection is left for keys, limits and health.
  const concurrent = Math.min(config.maxConcurrentReads, config.poolSize - 1);
  const bounds = { concurrent, queued: config.maxQueuedReads };
  const reading = bounded(db, bounds);
  const answers = createAnswers(answerStore, config);
  const unreachableNodes = createNodeWatch(db);
  if (metricsToken !== null)
    metrics.watch({
      db: reading,
      replica: replica?.state ?? null,
      answers: answers.counts,
      // Nodes that do not answer have a metric of their own.
      oldestMark: () => oldestMark(db, () => {}),
      unreachableNodes: db.isDistributed ? unreachableNodes : null,
    });
  const open = createAuthorization(db, config, (err) =>
    log.warn({ err }, 'requests could not be counted in the database; this process counts by itself'),
  );
  const guarded = (keys: Keys) => guard({ authenticate: createAuthenticate(keys), failuresPerMinute });
  return {
    ...{ maxAnswerBytes, maxPendingBytes, maxSeriesDays, maxBodyBytes, requestTimeoutMs, trustedProxies, corsOrigins },
    ...{ maxRecordBytes, maxRecordings: Math.max(1, Math.min(2, config.poolSize - concurrent - 1)) },
    ...{ exportTimeoutMs, maxExports: Math.min(maxExports, Math.max(1, concurrent - 1)) },
    db: reading,
    preparer,
    schema,
    log,
    metrics,
    tracing,
    limits: config,
    documentLimits: config,
    readiness: createReadiness(db, unreachableNodes),
    authenticate: guarded({ adminKeys, open }),
    authenticateMetrics: metricsToken === null ? null : guarded({ adminKeys: [metricsToken], open: authorizeNothing }),
    enforceRateLimit: createRateLimit(config),
    answers,
    persistedDocuments,
    versionsOf: createVersions(db),
    replicaFor: createReplicaFor(
      replica && {
        state: replica.state,
        db: { ...bounded(replica.db, bounds), isDistributed: db.isDistributed },
        count: metrics.replicaRead,
      },
    ),
    listCache: createListCache(),
    sizesCache: createSizesCache(),
    tileCache: createTileCache(config.tileCacheBytes),
    onCorrupt: (brandId) => {
      metrics.corruptBlock();
      const repair = db.isReadOnly ? 'sightline roll --all on the primary rebuilds it' : 'the tile will be rebuilt';
      log.warn({ brandId }, `a tile is corrupt; the raw rows are read instead, and ${repair}`);
    },
  };
}
