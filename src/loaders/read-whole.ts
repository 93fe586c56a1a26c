// Reads that meet corrupt blocks are answered all the same; these are reported, and made anew.

import type { Reading } from '../database/until.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import type { ReadingOptions } from '../tiles/scan/reading.js';
import { invalidate, type OnCorrupt } from '../tiles/stored/invalidate.js';
import { pauseFor } from './pause-for.js';

type Client = Parameters<Parameters<Reading['snapshot']>[0]>[0];

/** What is read in the snapshot of a request; `onDamage` is to be called with what is corrupt. */
export async function readWhole<T>(
  db: Reading,
  onCorrupt: OnCorrupt,
  read: (client: Client, options: Pick<ReadingOptions, 'onDamage' | 'pause'>) => Promise<T>,
): Promise<T> {
  const corrupt: BrandDamage[] = [];
  const onDamage = (each: BrandDamage) => corrupt.push(each);
  const found = await db.snapshot((client) => read(client, { onDamage, pause: pauseFor(db.signal) }));
  await invalidate(db, corrupt, onCorrupt);
  return found;
}
