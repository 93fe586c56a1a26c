// Who rolls when: the recorder before it ends, the server in the background, an operator by hand.

import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/postgres.js';
import { isUnavailable } from '../../database/unavailable.js';
import { openDayMaker } from './day-maker.js';
import { brandsToRoll } from './due.js';
import { type RollOptions, rollBrand } from './roll.js';

interface RollBrandsOptions extends RollOptions {
  /** The brands to roll; by default all of them. */
  readonly among?: ReadonlySet<string> | undefined;
  /** Runs the roll of a brand; by default it is only called. */
  readonly runRoll?: ((brandId: string, roll: () => Promise<number>) => Promise<number>) | undefined;
  /** Called on a cluster with the error of a node that cannot be reached, whose brands are skipped; by default it ends the pass. */
  readonly onUnreachable?: ((error: unknown) => void) | undefined;
  /** For so long, in milliseconds, a few new runs of a brand are left to be added by each question: every roll renews what readers keep of a month. */
  readonly gatherMs?: number | undefined;
}

/** Rolls every brand that has something to roll. Resolves to the number of quarters rolled; rejects once all were tried where one failed. */
export async function rollBrands(
  db: Database,
  { runRoll = (_, roll) => roll(), onUnreachable, gatherMs, among, ...options }: RollBrandsOptions = {},
): Promise<number> {
  let rolled = 0;
  let failure: { readonly error: unknown } | null = null;
  for (const brandId of await brandsToRoll(db, { onUnreachable, gatherMs })) {
    if (options.signal?.aborted) break;
    if (among && !among.has(brandId)) continue;
    try {
      rolled += await runRoll(brandId, () => rollBrand(db, brandId, options));
    } catch (error) {
      if (!isUnavailable(error)) failure ??= { error };
      else if (onUnreachable && db.isDistributed) onUnreachable(error);
      else throw error;
    }
  }
  if (failure) throw failure.error;
  return rolled;
}

/** How to roll while others ask, in a thread of its own. */
export const whileServing = { pauseMs: 2_000, gatherMs: 30_000 } as const;

/** How to roll while a recording is under way: days that the recording has left behind, made on threads beside it, and not so often that a pass is for a few runs. */
export const whileRecording = { pauseMs: 3_000, settledMs: 2_000, inlineDays: 0 } as const;

/** Minimum time between two passes over a cluster, each of which asks every shard. */
const clusterPauseMs = 10_000;

interface KeepRollingOptions
  extends Pick<RollBrandsOptions, 'among' | 'settledMs' | 'gatherMs' | 'runRoll' | 'inlineDays'> {
  /** Minimum time between two passes, in milliseconds. A pass that takes longer is followed by a pause as long. */
  readonly pauseMs: number;
  /** Called with the error of a pass that failed, or of a node that was left out; the next pass retries. */
  readonly onError: (error: unknown) => void;
}

/** Rolls in the background until it is disposed; a brand that another process is rolling is left to it. */
export function keepRolling(db: Database, { pauseMs, onError, ...options }: KeepRollingOptions): AsyncDisposable {
  const stop = new AbortController();
  const leastMs = db.isDistributed ? Math.max(pauseMs, clusterPauseMs) : pauseMs;
  const { signal } = stop;
  const running = (async () => {
    while (!signal.aborted) {
      // Until a pass fails: a thread may be why.
      await using maker = openDayMaker(options.inlineDays);
      for (let hasFailed = false; !hasFailed && !signal.aborted; ) {
        const started = performance.now();
        const background = { signal, skipWhenBusy: true, onUnreachable: onError, maker };
        await rollBrands(db, { ...options, ...background }).catch((error: unknown) => {
          hasFailed = true;
          onError(error);
        });
        await pause(Math.max(leastMs, performance.now() - started), signal);
      }
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** Waits, but not beyond the signal; it leaves no listener behind. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => {});
}
