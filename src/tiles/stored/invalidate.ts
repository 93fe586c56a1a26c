// What to do about corrupt blocks. The answer came from smaller tiles or raw rows; the next roll rebuilds the tiles.

import type { Database } from '../../database/postgres.js';
import type { BrandDamage } from '../packed/cover.js';
import { quartersOf } from '../packed/levels.js';
import { markFirst } from './marks.js';

/** Called with each brand that has corrupt blocks. */
export type OnCorrupt = (brandId: string) => void;

/** Reports corrupt blocks, and has their tiles rebuilt unless the database is read-only. */
export async function invalidate(
  db: Pick<Database, 'transaction' | 'isReadOnly'>,
  corrupt: readonly BrandDamage[],
  onCorrupt: OnCorrupt,
): Promise<void> {
  for (const brandId of new Set(corrupt.map((each) => each.brandId))) {
    onCorrupt(brandId);
    if (db.isReadOnly) continue;
    await db.transaction(async (client) => {
      for (const each of corrupt) {
        if (each.brandId !== brandId) continue;
        // A day is rebuilt for any of its quarter hours, and with it all that holds it: until then, the others are still read from tiles.
        await markFirst(client, brandId, quartersOf(each.period, each.level));
      }
    });
  }
}
