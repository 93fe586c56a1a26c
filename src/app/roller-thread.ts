// The thread that rolls tiles in the background: its computing holds up neither the door nor a reader.

import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.js';
import { connectToOpen } from '../database/open.js';
import { createLog } from '../server/watch/log.js';
import { createMetrics, type Figures } from '../server/watch/metrics.js';
import { standBack } from '../thread.js';
import { keepRolling, whileServing } from '../tiles/roll/rolling.js';
import { tellFigures, tracingOf, watcherOf } from './resources.js';

/** What the thread is started with. */
export interface RollerData {
  readonly config: Config;
  readonly isDistributed: boolean;
}

export type FromRoller =
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'figures'; readonly figures: Figures };

const { config, isDistributed }: RollerData = workerData;

standBack('computing');

const send = (message: FromRoller) => parentPort?.postMessage(message);
const log = createLog(config.logLevel, { write: (line) => send({ kind: 'log', line }) });
const metrics = createMetrics();
const tracing = await tracingOf(config, log);
const db = connectToOpen(config, {
  ...watcherOf(config, metrics.statement, tracing),
  isReadOnly: false,
  isDistributed,
});
metrics.watch({ pool: db.pool });
const telling = tellFigures(config, metrics, (figures) => send({ kind: 'figures', figures }));
const rolling = keepRolling(db, {
  ...whileServing,
  runRoll: tracing ? (brandId, roll) => tracing.span('roll', { 'sightline.brand_id': brandId }, roll) : undefined,
  onError: (err) => log.warn({ err }, 'tiles could not be updated; the raw rows are read instead'),
});

// Whatever it is sent tells it to end.
parentPort?.once('message', () => void end());

async function end(): Promise<void> {
  await rolling[Symbol.asyncDispose]();
  telling[Symbol.dispose]();
  await db[Symbol.asyncDispose]();
  await tracing?.[Symbol.asyncDispose]();
  parentPort?.close();
}
