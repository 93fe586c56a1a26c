// Signals: those of all asks of a request are read from one snapshot.

import type { Reading } from '../database/until.js';
import type { SignalAsk, Signals } from '../domain/signals/signals.js';
import { readSignals } from '../tiles/signals/read-signals.js';
import type { BreakdownLoaderOptions } from './breakdowns.js';
import type { PendingTracker } from './pending-tracker.js';
import { wholeLoader } from './read-whole.js';

/** The signals of an ask, read together with all others that are asked for meanwhile. */
interface SignalLoader {
  readonly load: (ask: SignalAsk) => Promise<Signals>;
}

export function signalLoader(
  db: Reading,
  pending: PendingTracker,
  { onCorrupt, tileCache: cache, budget }: BreakdownLoaderOptions,
): SignalLoader {
  return wholeLoader(db, { pending, onCorrupt }, (client, asks: readonly SignalAsk[], options) =>
    readSignals(client, asks, { cache, budget, ...options }),
  );
}
