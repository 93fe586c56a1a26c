// Starts the thread that rolls, and starts it again where it has ended.

import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { lineWriterOf } from '../server/watch/log.js';
import type { Figures } from '../server/watch/metrics.js';
import { startWorker } from '../thread.js';
import type { Said } from './resources.js';
import type { RollerData } from './roller-thread.js';

interface RollerOptions extends RollerData {
  readonly log: Logger;
  readonly onFigures: (figures: Figures) => void;
  /** Called when a thread has ended that was not told to. */
  readonly onLost: () => void;
}

/** Until the next thread is started after one that has ended by itself: as long as that one lived, within these, so that one that always fails takes half of a processor at most. */
const [leastRetryMs, mostRetryMs] = [1_000, 60_000];

/** Rolls the tiles of a database that this process has opened, until disposed: a month that is being rolled is finished. */
export function openRoller({ log, onFigures, onLost, ...workerData }: RollerOptions): AsyncDisposable {
  const stop = new AbortController();
  const writeLine = lineWriterOf(log);
  const running = (async () => {
    while (!stop.signal.aborted) {
      const started = performance.now();
      const err = await runThread(workerData, stop.signal, (message) => {
        if (message.kind === 'log') writeLine(message.line);
        else onFigures(message.figures);
      }).catch((error: unknown) => error);
      if (stop.signal.aborted) {
        if (err) log.error({ err }, 'the thread that updates tiles has failed while it ended');
        return;
      }
      onLost();
      log.error({ err }, 'the thread that updates tiles has ended and is started again');
      const pauseMs = Math.min(mostRetryMs, Math.max(leastRetryMs, performance.now() - started));
      await setTimeout(pauseMs, undefined, { signal: stop.signal }).catch(() => {});
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** Resolves when the thread has ended, to the error that ended it, if any. Rejects where it cannot be started. */
async function runThread(
  workerData: RollerData,
  signal: AbortSignal,
  onMessage: (message: Said) => void,
): Promise<unknown> {
  const worker = startWorker('roller-thread', workerData);
  const tellToEnd = () => worker.postMessage('end');
  signal.addEventListener('abort', tellToEnd, { once: true });
  worker.on('message', onMessage);
  let cause: unknown;
  worker.on('error', (error) => {
    cause = error;
  });
  return new Promise((resolve) => {
    worker.once('exit', () => {
      signal.removeEventListener('abort', tellToEnd);
      resolve(cause);
    });
  });
}
