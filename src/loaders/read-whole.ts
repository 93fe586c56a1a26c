// Reads that meet corrupt blocks are answered all the same; these are reported, and made anew.

import DataLoader from 'dataloader';
import type { Reading } from '../database/until.js';
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

/** Where questions wait for each other, and what hears of corrupt blocks. */
interface Means {
  readonly pending: PendingTracker;
  readonly onCorrupt: OnCorrupt;
}

type Read<A, Answer> = (client: Client, asks: readonly A[], options: WholeOptions) => Promise<Answer>;

/**
 * Reads what several questions of a request ask for at once, of brands that can be reached. An answer that is an error is thrown. `readOnce` reads without
 * a snapshot where the request reads nothing else, or resolves to `null`.
 */
export function wholeLoader<A extends { readonly question: { readonly brandId: string } }, Answer>(
  db: Reading,
  { pending, onCorrupt }: Means,
  read: Read<A, readonly (Answer | Error)[]>,
  readOnce: Read<A, readonly (Answer | Error)[] | null> | null = null,
): DataLoader<A, Answer> {
  const readAll = async (asks: readonly A[]) => {
    const options = { onDamage: () => {}, pause: pauseFor(db.signal) };
    const found = readOnce && db.readOnce && (await db.readOnce((client) => readOnce(client, asks, options)));
    return found ?? readWhole(db, onCorrupt, (client, given) => read(client, asks, given));
  };
  const brandOf = ({ question }: A) => question.brandId;
  return new DataLoader(reachable(db, brandOf, readAll), { cache: false, batchScheduleFn: pending.whenIdle });
}
