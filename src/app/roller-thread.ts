// The thread that rolls tiles in the background: its computing holds up neither the door nor a reader.

import { parentPort, workerData } from 'node:worker_threads';
import type { Config } from '../config.js';
import { standBack } from '../thread.js';
import { keepRolling, whileServing } from '../tiles/roll/rolling.js';
import { openBeside, type Said } from './resources.js';

/** What the thread is started with. */
export interface RollerData {
  readonly config: Config;
  readonly isDistributed: boolean;
}

const { config, isDistributed }: RollerData = workerData;

standBack('computing');

const opened = { isReadOnly: false, isDistributed };
const { log, metrics, tracing, db, close } = await openBeside(config, opened, (said: Said) =>
  parentPort?.postMessage(said),
);
metrics.watch({ pool: db.pool });
const rolling = keepRolling(db, {
  ...whileServing,
  runRoll: tracing ? (brandId, roll) => tracing.span('roll', { 'sightline.brand_id': brandId }, roll) : undefined,
  onError: (err) => log.warn({ err }, 'tiles could not be updated; the raw rows are read instead'),
});

// Whatever it is sent tells it to end.
parentPort?.once('message', () => void end());

async function end(): Promise<void> {
  await rolling[Symbol.asyncDispose]();
  await close();
  parentPort?.close();
}
