// Reads that meet corrupt blocks are answered all the same; these are reported, and made anew.

import type { Reading } from '../database/until.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import { invalidate, type OnCorrupt } from '../tiles/stored/invalidate.js';

type Client = Parameters<Parameters<Reading['snapshot']>[0]>[0];

/** What is read in the snapshot of a request; `onDamage` is to be called with what is corrupt. */
export async function readWhole<T>(
  db: Reading,
  onCorrupt: OnCorrupt,
  read: (client: Client, onDamage: (corrupt: BrandDamage) => void) => Promise<T>,
): Promise<T> {
  const corrupt: BrandDamage[] = [];
  const found = await db.snapshot((client) => read(client, (each) => corrupt.push(each)));
  await invalidate(db, corrupt, onCorrupt);
  return found;
}
