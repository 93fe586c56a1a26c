// Reads that meet corrupt blocks are answered all the same; these are reported, and made anew.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
import { type Fault, invalid } from '../errors.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import type { ReadingOptions } from '../tiles/scan/reading.js';
import { invalidate, type OnCorrupt } from '../tiles/stored/invalidate.js';
import { pauseFor } from './pause-for.js';
import type { PendingTracker } from './pending-tracker.js';
import { reachable } from './unreachable.js';

type Client = Parameters<Parameters<Reading['snapshot']>[0]>[0];
type WholeOptions = Pick<ReadingOptions, 'onDamage' | 'pause'>;

/** What is read in the snapshot of a request; `onDamage` is to be called with what is corrupt. */
export async function readWhole<T>(
  db: Reading,
  onCorrupt: OnCorrupt,
  read: (client: Client, options: WholeOptions) => Promise<T>,
): Promise<T> {
  const corrupt: BrandDamage[] = [];
  const onDamage = (each: BrandDamage) => corrupt.push(each);
  const found = await db.snapshot((client) => read(client, { onDamage, pause: pauseFor(db.signal) }));
  await invalidate(db, corrupt, onCorrupt);
  return found;
}

interface AtVersion extends Pick<ReadingOptions, 'pause'> {
  readonly version: string;
}

interface Ways<T> {
  readonly brandIds: readonly string[];
  /** Of everything that the request names, read before; `null`: not known. */
  readonly version: string | null;
  /** `false`: it is known before that it has to be read in a snapshot. */
  readonly isPossible: boolean;
  /** Reads it without a snapshot, at the version that the request began with; `null`: it has to be read in one. */
  readonly alone: (client: Client, options: AtVersion) => Promise<T | null>;
  readonly inSnapshot: () => Promise<T>;
}

/** Reads what is of one brand alone, if that can be. Otherwise it asks for the snapshot at once, which then serves all that is read together with it. */
export function readAlone<T>(db: Reading, { brandIds, version, isPossible, alone, inSnapshot }: Ways<T>): Promise<T> {
  if (version === null || !isPossible || new Set(brandIds).size !== 1) return inSnapshot();
  const found = db.readOnce((client) => alone(client, { version, pause: pauseFor(db.signal) }));
  return found.then((whole) => whole ?? inSnapshot());
}

/** Where questions wait for each other, and what hears of corrupt blocks. */
export interface Means {
  readonly pending: PendingTracker;
  readonly onCorrupt: OnCorrupt;
  /** Of everything that the request names, read before; `null`: not known. */
  readonly version: () => string | null;
}

interface Reads<A, Answer> {
  readonly read: (client: Client, asks: readonly A[], options: WholeOptions) => Promise<readonly (Answer | Error)[]>;
  /** See `readAlone`. */
  readonly alone?: {
    readonly isPossible: (asks: readonly A[], version: string) => boolean;
    readonly read: (
      client: Client,
      asks: readonly A[],
      options: AtVersion,
    ) => Promise<readonly (Answer | Error)[] | null>;
  };
}

/** A page, or why there is none as the error to throw. */
export function pageOrError<Page extends object>(page: Page | Fault): Page | Error {
  return 'message' in page ? invalid([page]) : page;
}

/** Reads what several questions of a request ask for at once, of brands that can be reached. An answer that is an error is thrown. */
export function wholeLoader<A extends { readonly question: { readonly brandId: string } }, Answer>(
  db: Reading,
  { pending, onCorrupt, version }: Means,
  { read, alone }: Reads<A, Answer>,
): DataLoader<A, Answer> {
  const readAll = (asks: readonly A[]) => {
    const known = version();
    return readAlone<readonly (Answer | Error)[]>(db, {
      ...{ brandIds: asks.map(brandOf), version: known },
      isPossible: known !== null && alone?.isPossible(asks, known) === true,
      alone: async (client, options) => alone?.read(client, asks, options) ?? null,
      inSnapshot: () => readWhole(db, onCorrupt, (client, options) => read(client, asks, options)),
    });
  };
  const brandOf = ({ question }: A) => question.brandId;
  return new DataLoader(reachable(db, brandOf, readAll), { cache: false, batchScheduleFn: pending.whenIdle });
}
