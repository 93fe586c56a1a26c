// Applies the records of a batch in order: what is recorded and what is deleted take turns, each turn in transactions of its own.

import type { Database } from '../database/postgres.js';
import { deleteRecords } from './delete/delete.js';
import { finishDeletion } from './delete/delete-brand.js';
import type { Prepared, Step, Writable } from './prepare/prepare.js';
import type { Deletion } from './prepare/records.js';
import type { Caches } from './write/caches.js';
import { type Content, UnfinishedDeletion, type WrittenBatch, writeBatch } from './write/write.js';

/** Places of a batch, up to the second excluded: records, or deletions. */
export type Part = readonly [from: number, to: number];

/** The parts of a batch, in order; what cannot be read belongs to the part before it. */
export function partsOf(entries: Prepared['entries']): readonly Part[] {
  const starts: number[] = [0];
  let before: boolean | null = null;
  for (const [place, entry] of entries.entries()) {
    if (!('record' in entry)) continue;
    const isDeletion = entry.record.type === 'deletion';
    if (before !== null && before !== isDeletion) starts.push(place);
    before = isDeletion;
  }
  return starts.map((from, index) => [from, starts[index + 1] ?? entries.length]);
}

/** Records or deletes the steps of a part; resolves to the faults of each, in order, and the brands that changed. Safe to repeat. */
export async function applyPart(
  db: Database,
  { steps, rows, reach }: Omit<Content, 'records'> & { readonly steps: readonly Step[] },
  known: Caches,
): Promise<WrittenBatch> {
  const deletions = steps.flatMap((step): readonly Deletion['of'][] => (step.type === 'deletion' ? [step.of] : []));
  const records = steps.flatMap((step): readonly Writable[] => (step.type === 'deletion' ? [] : [step]));
  if (steps.length === 0) return { faults: [], brandIds: [] };
  if (deletions.length === 0) return writeFinished(db, { records, rows, reach }, known);
  const { brandIds } = await deleteRecords(db, deletions, reach);
  return { faults: deletions.map(() => []), brandIds };
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
