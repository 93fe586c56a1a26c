// Runs by page and by key, and what they say at length: one statement of each kind, however many runs and pages.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import type { Budget } from '../domain/budget.js';
import type { PageAsk, RunKey, RunPage } from '../domain/run.js';
import { noPage } from '../runs/page.js';
import { areAllPlaced, readWholePages } from '../runs/placed-page.js';
import { noDetails, place, readCitations, readDetails, readRuns, readTexts } from '../runs/read.js';
import { readSearchedPages } from '../runs/searched.js';
import type { Caches } from './caches.js';
import { type Means, pageOrError, reachable, wholeLoader } from './read-whole.js';

/** Pages that one statement reads: each binds some values, of which a statement has at most 65,535. */
const maxPagesRead = 2_000;

type Connection = Parameters<typeof readRuns>[0];

interface RunOptions {
  readonly budget: Budget;
  readonly cache: Caches['tiles'];
  /** Whether what the runs of pages say at length is asked for. */
  readonly wantsDetails: boolean;
}

export function runLoaders(db: Reading, means: Means, { budget, cache, wantsDetails }: RunOptions) {
  const runLoader = <V>(read: (client: Connection, keys: readonly RunKey[], budget: Budget) => Promise<readonly V[]>) =>
    new DataLoader<RunKey, V, string>(
      reachable(
        db,
        ({ brandId }: RunKey) => brandId,
        (keys) => db.snapshot((client) => read(client, keys, budget)),
      ),
      { cacheKeyFn: place },
    );
  const details = runLoader(readDetails);
  return {
    /** The parts of a page that an ask selects; total and runs are of one instant. */
    runPage: wholeLoader<PageAsk, RunPage, string>(db, means, {
      nothing: noPage,
      read: async (client, asks, given) =>
        (await readSearchedPages(client, asks, { cache, budget, ...given })).map(pageOrError),
      alone: {
        isPossible: (asks) => wantsDetails && areAllPlaced(asks),
        read: async (client, asks, given) => {
          const whole = await readWholePages(client, asks, { budget, cache, ...given });
          if (!whole) return null;
          for (const row of whole.pages.flatMap(({ rows }) => rows ?? [])) {
            const key = { brandId: row.brandId, runId: row.id };
            details.prime(key, whole.details.get(place(key)) ?? noDetails);
          }
          return whole.pages;
        },
      },
      cache: true,
      cacheKeyFn: (ask) => JSON.stringify({ ...ask, parts: [...ask.parts] }),
      maxBatchSize: maxPagesRead,
    }),
    /** `null`: the brand has no such run. */
    run: runLoader(readRuns),
    /** The answer's text, or `null`. */
    text: runLoader(readTexts),
    details,
    citations: runLoader(readCitations),
  };
}
