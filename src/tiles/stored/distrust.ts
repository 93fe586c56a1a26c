// What to do about corrupt tiles. The answer came from raw rows; the next roll rebuilds the tiles.

import type { Database } from '../../database/postgres.js';
import type { Window } from '../../domain/window.js';
import { markWindow } from './marks.js';

/** Called with the brand of a question whose tiles are corrupt. */
export type OnCorrupt = (brandId: string) => void;

interface CorruptWindow {
  readonly brandId: string;
  readonly window: Window;
}

/** Reports corrupt tiles, and marks them to be rebuilt unless the database is read-only. */
export async function rebuildLater(
  db: Pick<Database, 'transaction' | 'isReadOnly'>,
  corrupt: readonly CorruptWindow[],
  onCorrupt: OnCorrupt,
): Promise<void> {
  for (const { brandId, window } of corrupt) {
    onCorrupt(brandId);
    if (!db.isReadOnly) await db.transaction((client) => markWindow(client, brandId, window));
  }
}
