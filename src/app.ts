// The whole application behind one function: a `Request` in, a `Response` out, no port needed.

import type { Logger } from 'pino';
import { openDocuments } from './app/open-documents.js';
import { openReaders } from './app/open-readers.js';
import { openRoller } from './app/open-roller.js';
import { concurrentReads, readingPartsOf } from './app/reading-parts.js';
import { replicaOf, tracingOf, watcherOf } from './app/resources.js';
import { type Shares, sharesOf, undivided } from './app/shares.js';
import { createAuthenticate, type Keys } from './auth/authenticate.js';
import { authorizeNothing, createAuthorization } from './auth/authorization.js';
import { guard } from './auth/guard.js';
import { createRateLimit } from './auth/limit.js';
import { createReadSession } from './auth/sessions.js';
import type { Config } from './config.js';
import { createNodeWatch } from './database/citus/reach.js';
import { descriptorAdvice, lacksDescriptors } from './database/descriptors.js';
import { openDatabase } from './database/open.js';
import type { Database } from './database/postgres.js';
import { createReadiness } from './database/readiness.js';
import type { Replica, ReplicaState } from './database/replica/replica.js';
import { createVersions } from './loaders/versions.js';
import { limits } from './recording/input/batches.js';
import { openSharedPreparer } from './recording/prepare/preparer.js';
import { schema } from './schema/index.js';
import { type AnswerStore, type Answers, createAnswerStore, createAnswers } from './server/answers/answers.js';
import { createPending, type Pending } from './server/cost/pending.js';
import type { PersistedDocuments } from './server/graphql/persisted/document-store.js';
import { createAskedBefore } from './server/readers/asked-before.js';
import type { Readers } from './server/readers/readers.js';
import { createRemoteReading } from './server/readers/remote-reading.js';
import { createReading, type Reading } from './server/reading.js';
import { createRouter } from './server/router.js';
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
  /** Keeps tiles of the database that the settings name up to date until it is disposed of. Not where that is read-only. */
  readonly roll: () => AsyncDisposable;
  /** From now on `/health/ready` says no, though requests are still answered. */
  readonly leave: () => void;
  readonly db: Database;
  /** `null`: there is none. */
  readonly replica: Replica | null;
  readonly log: Logger;
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
  const tracing = await tracingOf(config, log);
  const watcher = watcherOf(config, metrics.statement, tracing);
  const persistedDocuments = await openDocuments(config);
  const shares = overrides.db ? undivided(config) : sharesOf(config);
  const db = overrides.db ?? (await openDatabase(shares.door, { ...watcher, mayBeReadOnly: true }));
  const replica = replicaOf(shares.door, { db, watcher, onChange: (state) => reportReplica(log, state) });
  const answers = createAnswers(overrides.answerStore ?? createAnswerStore(shares.door.answerCacheBytes), config);
  const own = { db, replica, log, metrics, answers, tracing };
  const close = async () => {
    await replica?.[Symbol.asyncDispose]();
    if (!overrides.db) await db[Symbol.asyncDispose]();
    await tracing?.[Symbol.asyncDispose]();
  };
  const way = await openReading(shares, { ...own, persistedDocuments }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const { clock = () => new Date() } = overrides;
  const preparer = openSharedPreparer({ lineBytes: limits.lineBytes, inlineBytes: maxPreparedHere });
  const router = createRouter({ ...partsOf(shares.door, { ...own, ...way }), ...way, preparer, clock });
  return {
    fetch: async (request) => router.fetch(request),
    listen: (where) =>
      listen(router, {
        onAcceptError: (err) =>
          log.error({ err }, lacksDescriptors(err) ? descriptorAdvice : 'a connection could not be accepted'),
        onFailure: (err, requestId) => log.error({ err, requestId }, 'unexpected error'),
        ...where,
      }),
    roll: () => rollOver(shares, own),
    leave: router.leave,
    db,
    replica,
    log,
    [Symbol.asyncDispose]: async () => {
      router.drain();
      await preparer[Symbol.asyncDispose]();
      await way.readers?.[Symbol.asyncDispose]();
      await close();
    },
  };
}

function reportReplica(log: Logger, { trouble, lagMs }: ReplicaState): void {
  if (trouble === null) log.info({ lagMs }, 'reads go to the read replica');
  else log.warn({ trouble, lagMs }, 'reads go to the primary: the read replica is not used');
}

interface Resources {
  readonly db: Database;
  readonly replica: Replica | null;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly answers: Answers;
  readonly tracing: Tracing | null;
}

/** How answers are computed: in `readers`, or in this thread. */
interface Way {
  readonly reading: Reading;
  readonly readers: Readers | null;
  readonly pending: Pending;
}

async function openReading(
  { door, readers: configs }: Shares,
  resources: Resources & { readonly persistedDocuments: PersistedDocuments },
): Promise<Way> {
  const { db, answers, metrics } = resources;
  const figures = { pool: db.pool, answers: answers.counts };
  const pendingBytes = new Float64Array(new SharedArrayBuffer((configs.length + 1) * Float64Array.BYTES_PER_ELEMENT));
  const pending = createPending(door.maxPendingBytes, { bytes: pendingBytes, place: 0 });
  if (configs.length === 0) {
    const parts = readingPartsOf(door, resources);
    metrics.watch({ ...figures, reads: parts.db.reads });
    return { reading: createReading(parts), readers: null, pending };
  }
  metrics.watch(figures);
  const readers = await openReaders({ ...resources, configs, pendingBytes });
  const askedBefore = createAskedBefore(answers, createVersions(db));
  return { reading: createRemoteReading(readers, askedBefore), readers, pending };
}

function rollOver({ roller: config, readers }: Shares, { db, log, metrics }: Resources): AsyncDisposable {
  const place = readers.length;
  return openRoller({
    config,
    isDistributed: db.isDistributed,
    log,
    onFigures: (figures) => metrics.note(place, figures),
    onLost: () => metrics.lose(place),
  });
}

/** Each holds a connection, as reads in this thread do, and with all of them held nobody's key could be looked up. */
function maxRecordings(config: Config, readers: Readers | null): number {
  const reads = readers ? 0 : concurrentReads(config);
  return Math.max(1, Math.min(2, config.poolSize - reads - 1));
}

function partsOf(config: Config, resources: Resources & Way) {
  const { db, replica, log, metrics, answers, tracing, readers } = resources;
  const { adminKeys, metricsToken } = config;
  const unreachableNodes = createNodeWatch(db);
  if (metricsToken !== null)
    metrics.watchProcess({
      readersReplaced: readers && (() => readers.replaced),
      replica: replica?.state ?? null,
      // Nodes that do not answer have a metric of their own.
      oldestMark: () => oldestMark(db, () => {}),
      unreachableNodes: db.isDistributed ? unreachableNodes : null,
    });
  const open = createAuthorization(db, config, (err) =>
    log.warn({ err }, 'requests could not be counted in the database; this process counts by itself'),
  );
  const guarded = (keys: Keys) => guard(createAuthenticate(keys), config.authFailuresPerMinute);
  return {
    ...{ config, db, schema, log, metrics, tracing, answers },
    maxRecordings: maxRecordings(config, readers),
    readiness: createReadiness(db, unreachableNodes),
    authenticate: guarded({ adminKeys, open, readSession: createReadSession(db), isReadOnly: db.isReadOnly }),
    authenticateMetrics: metricsToken === null ? null : guarded({ adminKeys: [metricsToken], open: authorizeNothing }),
    enforceRateLimit: createRateLimit(config),
  };
}
