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

/** Reports corrupt tiles, and marks them to be rebuilt. */
export async function rebuildLater(
  db: Pick<Database, 'transaction'>,
  corrupt: readonly CorruptWindow[],
  onCorrupt: OnCorrupt,
): Promise<void> {
  for (const { brandId, window } of corrupt) {
    onCorrupt(brandId);
    await db.transaction((client) => markWindow(client, brandId, window));
  }
}
