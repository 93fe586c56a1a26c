// Who rolls when: the recorder before it ends, the server in the background, an operator by hand.

import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../database/postgres.js';
import { type RollOptions, rollBrand } from './roll.js';

/** Ids of the brands with something to roll: marks, or prompts whose tags moved. */
export async function brandsToRoll(db: Database): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from brand where exists (select from mark where mark.brand_id = brand.id) or exists (
       select from prompt left join prompt_scope on prompt_scope.brand_id = brand.id and prompt_scope.prompt = prompt.number
       where prompt.brand_id = brand.id
         and (prompt_scope.scope is null or not (prompt.tags <@ prompt_scope.tags and prompt.tags @> prompt_scope.tags))
     ) order by id`,
  );
  return rows.map(({ id }) => id);
}

export interface RollBrandsOptions extends RollOptions {
  /** Runs the roll of a brand; by default it is only called. */
  readonly runRoll?: ((brandId: string, roll: () => Promise<number>) => Promise<number>) | undefined;
}

/** Rolls every brand that has something to roll. Resolves to the number of quarters rolled. */
export async function rollBrands(
  db: Database,
  { runRoll = (_, roll) => roll(), ...options }: RollBrandsOptions = {},
): Promise<number> {
  let rolled = 0;
  for (const brandId of await brandsToRoll(db)) {
    if (options.signal?.aborted) break;
    rolled += await runRoll(brandId, () => rollBrand(db, brandId, options));
  }
  return rolled;
}

/** How to roll while a recording is under way: days that the recording has left behind, and not so often that a pass is for a few runs. */
export const whileRecording = { pauseMs: 3_000, settledMs: 2_000 } as const;

interface KeepRollingOptions extends Pick<RollBrandsOptions, 'settledMs' | 'runRoll'> {
  /** Minimum time between two passes, in milliseconds. A pass that takes longer is followed by a pause as long. */
  readonly pauseMs: number;
  /** Called with the error of a pass that failed; the next one retries. */
  readonly onError: (error: unknown) => void;
}

/** Rolls in the background until it is disposed; a brand that another process is rolling is left to it. */
export function keepRolling(
  db: Database,
  { pauseMs, onError, settledMs = 0, runRoll }: KeepRollingOptions,
): AsyncDisposable {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      const started = performance.now();
      await rollBrands(db, { signal: stop.signal, skipWhenBusy: true, settledMs, runRoll }).catch(onError);
      await pause(Math.max(pauseMs, performance.now() - started), stop.signal);
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
