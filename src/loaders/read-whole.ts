// Reads what several questions of a request ask for at once. What meets corrupt blocks is answered all the same; these are reported, and made anew.

import DataLoader from 'dataloader';
import { NodeUnavailable } from '../database/unavailable.js';
import type { Reading } from '../database/until.js';
import { type Fault, invalid } from '../errors.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import type { ReadingOptions } from '../tiles/scan/reading.js';
import { invalidate, type OnCorrupt } from '../tiles/stored/invalidate.js';
import { pauseFor } from './pause-for.js';
import type { PendingTracker } from './pending-tracker.js';

type Client = Parameters<Parameters<Reading['snapshot']>[0]>[0];

/** Where questions wait for each other, and what hears of corrupt blocks. */
export interface Means {
  readonly pending: PendingTracker;
  readonly onCorrupt: OnCorrupt;
  /** Of everything that the request names, read before; `null`: not known. */
  readonly version: () => string | null;
}

/** What is asked of one brand. */
type Asking = ({ readonly brandId: string } | { readonly question: { readonly brandId: string } }) & {
  readonly parts?: ReadonlySet<string>;
};

type Read<A, Given, Found> = (client: Client, asks: readonly A[], options: Given) => Promise<Found>;

interface Reads<A, Answer, Key> extends DataLoader.Options<A, Answer, Key> {
  /** The answer where no part is asked for: nothing is read. */
  readonly nothing?: Answer;
  /** Reads in the snapshot of the request; `onDamage` is to be called with what is corrupt. */
  readonly read: Read<A, Pick<ReadingOptions, 'onDamage' | 'pause'>, readonly (Answer | Error)[]>;
  /** Reads what is of one brand without a snapshot, at the version that the request began with, where it is possible; `null`: it was not. */
  readonly alone?: {
    readonly isPossible: (asks: readonly A[], version: string) => boolean;
    readonly read: Read<
      A,
      Pick<ReadingOptions, 'pause'> & { readonly version: string },
      readonly (Answer | Error)[] | null
    >;
  };
}

/** A page, or why there is none as the error to throw. */
export function pageOrError<Page extends object>(page: Page | Fault): Page | Error {
  return 'message' in page ? invalid([page]) : page;
}

const brandOf = (ask: Asking) => ('question' in ask ? ask.question.brandId : ask.brandId);

/**
 * Loads answers about brands that can be reached, waiting until no entity is being loaded, so that aliases of all kinds leave together. An answer that is
 * an error is thrown.
 */
export function wholeLoader<A extends Asking, Answer, Key = A>(
  db: Reading,
  { pending, onCorrupt, version }: Means,
  { nothing, read, alone, ...options }: Reads<A, Answer, Key>,
): DataLoader<A, Answer, Key> {
  const readAlone = (asks: readonly A[]) => {
    const known = version();
    if (known === null || !alone?.isPossible(asks, known) || new Set(asks.map(brandOf)).size !== 1) return null;
    return db.readOnce((client) => alone.read(client, asks, { version: known, pause: pauseFor(db.signal) }));
  };
  const readAll = async (asks: readonly A[]): Promise<readonly (Answer | Error)[]> => {
    if (nothing !== undefined && asks.every(({ parts }) => parts?.size === 0)) return asks.map(() => nothing);
    // Otherwise the snapshot is asked for at once, and then serves all that is read together with it.
    const once = readAlone(asks);
    const found = once && (await once);
    if (found) return found;
    const corrupt: BrandDamage[] = [];
    const onDamage = (each: BrandDamage) => corrupt.push(each);
    const whole = await db.snapshot((client) => read(client, asks, { onDamage, pause: pauseFor(db.signal) }));
    await invalidate(db, corrupt, onCorrupt);
    return whole;
  };
  return new DataLoader(reachable(db, brandOf, readAll), {
    cache: false,
    batchScheduleFn: pending.whenIdle,
    ...options,
  });
}

/** Loads the keys of brands that can be reached; those of others have an error for a value, so that what is asked together with them is answered. */
export function reachable<K, V>(
  { unreachable }: Pick<Reading, 'unreachable'>,
  brandOf: (key: K) => string,
  load: (keys: readonly K[]) => Promise<readonly V[]>,
): (keys: readonly K[]) => Promise<readonly (V | Error)[]> {
  return async (keys) => {
    if (unreachable.size === 0) return load(keys);
    const isReachable = (key: K) => !unreachable.has(brandOf(key));
    const asked = keys.filter(isReachable);
    const values = (asked.length > 0 ? await load(asked) : [])[Symbol.iterator]();
    return keys.map((key) => (isReachable(key) ? (values.next().value as V) : new NodeUnavailable())); // safe because the values are parallel
  };
}
