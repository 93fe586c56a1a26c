// What to do about corrupt blocks. The answer came from smaller tiles or raw rows; the next roll rebuilds the tiles.

import type { Database } from '../../database/postgres.js';
import type { Window } from '../../domain/window.js';
import { quartersOf } from '../packed/levels.js';
import { markFirst, markWindow } from './marks.js';

/** Called with each brand that has corrupt blocks. */
export type OnCorrupt = (brandId: string) => void;

/** A corrupt block: of a period of a level; or of what is about a window. */
export type Corrupt = { readonly brandId: string } & (
  | { readonly level: number; readonly period: number }
  | { readonly window: Window }
);

/** Reports corrupt blocks, and has their tiles rebuilt unless the database is read-only. */
export async function invalidate(
  db: Pick<Database, 'transaction' | 'isReadOnly'>,
  corrupt: readonly Corrupt[],
  onCorrupt: OnCorrupt,
): Promise<void> {
  for (const brandId of new Set(corrupt.map((each) => each.brandId))) {
    onCorrupt(brandId);
    if (db.isReadOnly) continue;
    await db.transaction(async (client) => {
      for (const each of corrupt) {
        if (each.brandId !== brandId) continue;
        // A day is rebuilt for any of its quarter hours, and with it all that holds it: until then, the others are still read from tiles.
        if ('level' in each) await markFirst(client, brandId, quartersOf(each.period, each.level));
        else await markWindow(client, brandId, each.window);
      }
    });
  }
}
