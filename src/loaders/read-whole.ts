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

interface Wanted {
  readonly brandIds: readonly string[];
  /** Of everything that the request names, read before; `null`: not known. */
  readonly version: string | null;
  /** `false`: it is known before that it has to be read in a snapshot, so that the request does not wait twice for its turn. */
  readonly isPossible?: boolean;
}

/** What is read of one brand without a snapshot, of the version that the request began with. `null`: it has to be read in one. */
export async function readAtVersion<T>(
  db: Reading,
  { brandIds, version, isPossible = true }: Wanted,
  read: (client: Client, options: AtVersion) => Promise<T | null>,
): Promise<T | null> {
  if (version === null || !isPossible || new Set(brandIds).size !== 1) return null;
  return db.readOnce((client) => read(client, { version, pause: pauseFor(db.signal) }));
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
  /** See `readAtVersion`. */
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
  const readAll = async (asks: readonly A[]) => {
    const known = version();
    const isPossible = known !== null && alone?.isPossible(asks, known) === true;
    const wanted = { brandIds: asks.map(brandOf), version: known, isPossible };
    const once = alone && readAtVersion(db, wanted, (client, options) => alone.read(client, asks, options));
    const found = once && (await once);
    return found ?? readWhole(db, onCorrupt, (client, options) => read(client, asks, options));
  };
  const brandOf = ({ question }: A) => question.brandId;
  return new DataLoader(reachable(db, brandOf, readAll), { cache: false, batchScheduleFn: pending.whenIdle });
}
