// Applies the records of a batch in order: what is recorded and what is deleted take turns, each turn in transactions of its own.

import type { Database } from '../database/postgres.js';
import type { Reach } from './admit/state.js';
import { deleteRecords } from './delete/delete.js';
import { finishDeletion } from './delete/delete-brand.js';
import type { Rows } from './prepare/draft.js';
import type { Step, Writable } from './prepare/prepare.js';
import type { Deletion } from './prepare/records.js';
import type { Caches } from './write/caches.js';
import { type Content, UnfinishedDeletion, type WrittenBatch, writeBatch } from './write/write.js';

/** Records and deletes; resolves to the faults of each step, in order, and the brands that changed. Safe to repeat. */
export async function applyBatch(
  db: Database,
  { steps, rows, reach }: { readonly steps: readonly Step[]; readonly rows: Rows; readonly reach: Reach },
  known: Caches,
): Promise<WrittenBatch> {
  const faults: WrittenBatch['faults'][number][] = [];
  const brandIds = new Set<string>();
  for (let at = 0; at < steps.length; ) {
    const { records, deletions } = turnAt(steps, at);
    const turn =
      records.length > 0
        ? await writeFinished(db, { records, rows, reach }, known)
        : await deleteAll(db, deletions, reach);
    faults.push(...turn.faults);
    for (const id of turn.brandIds) brandIds.add(id);
    at += records.length + deletions.length;
  }
  return { faults, brandIds: [...brandIds] };
}

async function deleteAll(db: Database, deletions: readonly Deletion['of'][], reach: Reach): Promise<WrittenBatch> {
  const { brandIds } = await deleteRecords(db, deletions, reach);
  return { faults: deletions.map(() => []), brandIds };
}

/** The steps of one kind that begin at a place. */
function turnAt(steps: readonly Step[], from: number): { records: readonly Writable[]; deletions: Deletion['of'][] } {
  const [records, deletions]: [Writable[], Deletion['of'][]] = [[], []];
  for (const step of steps.slice(from)) {
    if (step.type === 'deletion' ? records.length > 0 : deletions.length > 0) break;
    if (step.type === 'deletion') deletions.push(step.of);
    else records.push(step);
  }
  return { records, deletions };
}

/** Writes records once what is left of brands that they record again is removed. */
async function writeFinished(db: Database, content: Content, known: Caches): Promise<WrittenBatch> {
  for (;;) {
    try {
      return await writeBatch(db, content, known);
    } catch (error) {
      if (!(error instanceof UnfinishedDeletion)) throw error;
      await finishDeletion(db, error.brandId);
    }
  }
}
