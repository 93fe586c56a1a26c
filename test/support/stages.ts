// States of the database beyond tiles of everything: some of their blocks damaged, so that raw rows answer.

import type { Database } from '../../src/database/postgres.js';
import { blockPlaces, readBlock, writeBlock } from './fuzz/block-places.js';
import { plainStage, rollAll, rolledStages, type Stage } from './readers.js';

/** Rolled, then every third block damaged by a bit. */
export const damagedStage: Stage = {
  name: 'rolled and then damaged',
  settle: async (db, isLast) => {
    if (!isLast) return;
    await rollAll(db);
    await damage(db);
  },
};

/** Every state. */
export const stages: readonly Stage[] = [plainStage, ...rolledStages, damagedStage];

/** Limits for documents that ask for more at once than a client may. */
export const unbounded = { maxQueryCost: 100_000_000, maxAnswerBytes: 1_000_000_000 };

async function damage(db: Database): Promise<void> {
  for (const [index, place] of (await blockPlaces(db)).entries()) {
    const block = index % 3 === 0 ? await readBlock(db, place) : null;
    if (!block || block.length === 0) continue;
    const at = (index * 7) % block.length;
    block[at] = (block[at] ?? 0) ^ 4;
    await writeBlock(db, place, block);
  }
}
