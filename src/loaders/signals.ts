// Signals: those of all asks of a request are read from one snapshot.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { SignalAsk, Signals } from '../domain/signals/signals.js';
import { readSignals } from '../tiles/signals/read-signals.js';
import type { BreakdownLoaderOptions } from './breakdowns.js';
import type { PendingTracker } from './pending-tracker.js';
import { readWhole } from './read-whole.js';
import { reachable } from './unreachable.js';

/** The signals of an ask, read together with all others that are asked for meanwhile. */
interface SignalLoader {
  readonly load: (ask: SignalAsk) => Promise<Signals>;
}

const brandOf = ({ question }: SignalAsk) => question.brandId;

export function signalLoader(
  db: Reading,
  pending: PendingTracker,
  { onCorrupt, tileCache: cache, budget }: BreakdownLoaderOptions,
): SignalLoader {
  const read = (asks: readonly SignalAsk[]) =>
    readWhole(db, onCorrupt, (client, options) => readSignals(client, asks, { cache, budget, ...options }));
  return new DataLoader(reachable(db, brandOf, read), { cache: false, batchScheduleFn: pending.whenIdle });
}
