// What reading needs, from the settings of the thread that reads.

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { bounded } from '../database/bounded.js';
import type { Database } from '../database/postgres.js';
import type { Replica } from '../database/replica/replica.js';
import type { ReplicaOutcome } from '../database/replica/request-snapshot.js';
import { createCaches } from '../loaders/caches.js';
import { createReplicaFor, createVersions } from '../loaders/versions.js';
import { schema } from '../schema/index.js';
import type { Answers } from '../server/answers/answers.js';
import type { EngineParts } from '../server/graphql/engine.js';
import type { PersistedDocuments } from '../server/graphql/persisted/document-store.js';
import type { Tracing } from '../tracing/tracing.js';

interface ReadingResources {
  readonly db: Database;
  readonly replica: Replica | null;
  readonly log: Logger;
  readonly metrics: { readonly corruptBlock: () => void; readonly replicaRead: (outcome: ReplicaOutcome) => void };
  readonly answers: Answers;
  readonly tracing: Tracing | null;
  readonly persistedDocuments: PersistedDocuments;
}

/** However many questions there are, a connection is left for what is read beside them. */
export function concurrentReads({ maxConcurrentReads, poolSize }: Config): number {
  return Math.min(maxConcurrentReads, poolSize - 1);
}

export function readingPartsOf(config: Config, resources: ReadingResources): EngineParts {
  const { db, replica, log, metrics, answers, tracing, persistedDocuments } = resources;
  const concurrent = concurrentReads(config);
  const bounds = { concurrent, queued: config.maxQueuedReads };
  return {
    config: { ...config, maxExports: Math.min(config.maxExports, Math.max(1, concurrent - 1)) },
    db: bounded(db, bounds),
    ...{ schema, tracing, answers, persistedDocuments },
    versionsOf: createVersions(db),
    replicaFor: createReplicaFor(
      replica && {
        state: replica.state,
        db: { ...bounded(replica.db, bounds), isDistributed: db.isDistributed },
        count: metrics.replicaRead,
      },
    ),
    caches: createCaches(config.tileCacheBytes),
    onCorrupt: (brandId) => {
      metrics.corruptBlock();
      const repair = db.isReadOnly ? 'sightline roll --all on the primary rebuilds it' : 'the tile will be rebuilt';
      log.warn({ brandId }, `a tile is corrupt; the raw rows are read instead, and ${repair}`);
    },
  };
}
