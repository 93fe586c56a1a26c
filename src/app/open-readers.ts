// Starts the readers of a process: each with its share of the settings, over connections of its own.

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { endSessions } from '../database/connection/end-sessions.js';
import type { Database } from '../database/postgres.js';
import type { Replica } from '../database/replica/replica.js';
import { type ReaderPlace, type Readers, startReaders } from '../server/readers/readers.js';
import { lineWriterOf } from '../server/watch/log.js';
import type { Metrics } from '../server/watch/metrics.js';

/** What the thread of a reader is started with. */
export interface ReaderData extends ReaderPlace {
  readonly config: Config;
  readonly isReadOnly: boolean;
  readonly isDistributed: boolean;
  /** Of the answers that are built or sent: of the door, then of each reader. */
  readonly pendingBytes: Float64Array;
}

interface OpenReaders extends Pick<ReaderData, 'pendingBytes'> {
  /** Of each reader. */
  readonly configs: readonly Config[];
  readonly db: Database;
  readonly replica: Replica | null;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'note' | 'lose'>;
}

/** Below, machines that are only busy would lose readers. */
const [leastStillMs, leastOpenMs] = [1_000, 30_000];

export function openReaders({ configs, db, replica, log, metrics, pendingBytes }: OpenReaders): Promise<Readers> {
  const [{ requestTimeoutMs } = { requestTimeoutMs: 0 }] = configs;
  const { isReadOnly, isDistributed } = db;
  return startReaders({
    count: configs.length,
    // Within the time of a request, it has been noticed and the next one is there.
    maxStillMs: Math.max(leastStillMs, requestTimeoutMs / 3),
    maxOpenMs: Math.max(leastOpenMs, requestTimeoutMs),
    log,
    writeLine: lineWriterOf(log),
    dataOf: (place) => ({ ...place, config: configs[place.place], isReadOnly, isDistributed, pendingBytes }),
    onFigures: metrics.note,
    onLost: ({ place, session }) => {
      metrics.lose(place);
      pendingBytes[place + 1] = 0;
      for (const { pool } of [db, ...(replica ? [replica.db] : [])])
        endSessions(pool, session).catch((err) => log.warn({ err }, 'statements of a reader could not be ended'));
    },
  });
}
