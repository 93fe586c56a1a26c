// What to do about tiles that could not be believed. The answer came from raw rows; the tiles are rebuilt by the next roll.

import type { Database } from '../../database/postgres.js';
import type { Window } from '../../domain/window.js';
import { markWindow } from './marks.js';

/** Called with the brand of a question whose tiles could not be believed. */
export type OnCorrupt = (brandId: string) => void;

interface Distrusted {
  readonly brandId: string;
  readonly window: Window;
}

/** Reports what could not be believed, and marks it to be rebuilt. */
export async function rebuildLater(
  db: Pick<Database, 'transaction'>,
  distrusted: readonly Distrusted[],
  onCorrupt: OnCorrupt,
): Promise<void> {
  for (const { brandId, window } of distrusted) {
    onCorrupt(brandId);
    await db.transaction((client) => markWindow(client, brandId, window));
  }
}
