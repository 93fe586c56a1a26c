// Runs by page and by key, and what they say at length: one statement of each kind, however many runs and pages.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import type { PageAsk, RunDetails, RunKey, RunPage } from '../domain/run.js';
import { noPage } from '../runs/page.js';
import { areAllPlaced, readWholePages } from '../runs/placed-page.js';
import { noDetails, place, readCitations, readDetails, readRuns, readTexts } from '../runs/read.js';
import { readSearchedPages } from '../runs/searched.js';
import type { TileCache } from '../tiles/kept/tile-cache.js';
import type { OnCorrupt } from '../tiles/stored/invalidate.js';
import type { PendingTracker } from './pending-tracker.js';
import { pageOrError, readAlone, readWhole } from './read-whole.js';
import { reachable } from './unreachable.js';

/** Pages that one statement reads: each binds some values, of which a statement has at most 65,535. */
const maxPagesRead = 2_000;

type Connection = Parameters<typeof readRuns>[0];
type DetailsLoader = DataLoader<RunKey, RunDetails, string>;

interface RunOptions {
  readonly onCorrupt: OnCorrupt;
  readonly budget: Budget;
  readonly tileCache: TileCache | null;
  /** Of everything that the request names, read before; `null`: not known. */
  readonly version: () => string | null;
  /** Whether what the runs of pages say at length is asked for. */
  readonly wantsDetails: boolean;
}

export function runLoaders(db: Reading, pending: PendingTracker, options: RunOptions) {
  const { budget } = options;
  const byRun = { cacheKeyFn: place };
  const ofBrands = <K extends { readonly brandId: string }, V>(load: (keys: readonly K[]) => Promise<readonly V[]>) =>
    reachable(db, ({ brandId }: K) => brandId, load);
  const runLoader = <V>(read: (client: Connection, keys: readonly RunKey[], budget: Budget) => Promise<readonly V[]>) =>
    new DataLoader<RunKey, V, string>(
      ofBrands((keys) => db.snapshot((client) => read(client, keys, budget))),
      byRun,
    );
  const details = runLoader(readDetails);
  return {
    /** The parts of a page that an ask selects; total and runs are of one instant. */
    runPage: new DataLoader<PageAsk, RunPage, string>(
      ofBrands((asks) => pages(db, asks, { ...options, details })),
      {
        cacheKeyFn: (ask) => JSON.stringify({ ...ask, parts: [...ask.parts] }),
        batchScheduleFn: pending.whenIdle,
        maxBatchSize: maxPagesRead,
      },
    ),
    /** `null`: the brand has no such run. */
    run: runLoader(readRuns),
    /** The answer's text, or `null`. */
    text: runLoader(readTexts),
    details,
    citations: runLoader(readCitations),
  };
}

async function pages(
  db: Reading,
  asks: readonly PageAsk[],
  {
    onCorrupt,
    budget,
    tileCache: cache,
    version,
    wantsDetails,
    details,
  }: RunOptions & { readonly details: DetailsLoader },
): Promise<readonly (RunPage | Error)[]> {
  if (asks.every(({ parts }) => parts.size === 0)) return asks.map(() => noPage);
  return readAlone<readonly (RunPage | Error)[]>(db, {
    ...{ brandIds: asks.map(({ brandId }) => brandId), version: version() },
    isPossible: wantsDetails && areAllPlaced(asks),
    alone: async (client, options) => {
      const whole = await readWholePages(client, asks, { budget, cache, ...options });
      if (!whole) return null;
      for (const row of whole.pages.flatMap(({ rows }) => rows ?? [])) {
        const key = { brandId: row.brandId, runId: row.id };
        details.prime(key, whole.details.get(place(key)) ?? noDetails);
      }
      return whole.pages;
    },
    inSnapshot: async () => {
      const found = await readWhole(db, onCorrupt, (client, options) =>
        readSearchedPages(client, asks, { cache, budget, ...options }),
      );
      return found.map(pageOrError);
    },
  });
}
