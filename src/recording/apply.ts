// Applies the records of a batch as if one after the other. What is deleted follows what is recorded, each in a transaction of its own, as far as that
// is the same: recorders that delete a run now and then cost no transaction more for each.

import type { Database } from '../database/postgres.js';
import { deleteRecords } from './delete/delete.js';
import { finishDeletion } from './delete/delete-brand.js';
import type { Prepared, Step, Writable } from './prepare/prepare.js';
import type { Deletion } from './prepare/records.js';
import type { Caches } from './write/caches.js';
import { type Content, UnfinishedDeletion, type WrittenBatch, writeBatch } from './write/write.js';

/** Places of a batch, up to the second excluded. */
export type Part = readonly [from: number, to: number];

/**
 * The parts of a batch, in order: in each, what is recorded can come before what is deleted. A run that was deleted before is recorded in the next one,
 * as is a brand or a company, whose name only a deleted run may have had, and whatever follows a prompt or a brand that was deleted with its runs.
 * A prompt that is given to another brand than before begins a part too: which of them has it is decided by then, and what the runs behind it refer to
 * is looked up in that brand.
 * A long answer is looked through without the lock of what is no run, which all brands share.
 */
export function partsOf(entries: Prepared['entries']): readonly Part[] {
  const starts: number[] = [0];
  let before = nothingYet();
  for (const [place, entry] of entries.entries()) {
    if (!('record' in entry)) continue;
    const { record } = entry;
    if (record.type === 'deletion') {
      if (record.of.type === 'run') before.goneRuns.add(record.of.id);
      else before.isMoreGone = true;
      continue;
    }
    const isReference = record.type !== 'run';
    // A name that a run may have taken before it was deleted.
    const isNamed = record.type === 'brand' || record.type === 'competitor';
    const isAfterGone = isReference ? isNamed && before.goneRuns.size > 0 : before.goneRuns.has(record.id);
    const isLong = isLongToRead(record);
    const isBeside = (isReference && before.hasLong) || (isLong && before.hasReferences);
    if (before.isMoreGone || isAfterGone || isBeside || isGivenTwice(record, before.brandsOfPrompts)) {
      starts.push(place);
      before = nothingYet();
    }
    if (isReference) before.hasReferences = true;
    if (record.type === 'prompt') before.brandsOfPrompts.set(record.id, record.brandId);
    if (isLong) before.hasLong = true;
  }
  return starts.map((from, index) => [from, starts[index + 1] ?? entries.length]);
}

/** What a part has so far. */
const nothingYet = () => ({
  goneRuns: new Set<string>(),
  isMoreGone: false,
  hasReferences: false,
  hasLong: false,
  brandsOfPrompts: new Map<string, string>(),
});

/** Whether a record gives a prompt to another brand than `brandsOfPrompts` does. */
function isGivenTwice(record: Writable, brandsOfPrompts: ReadonlyMap<string, string>): boolean {
  return record.type === 'prompt' && (brandsOfPrompts.get(record.id) ?? record.brandId) !== record.brandId;
}

/** Characters of an answer that are looked through in a moment. */
const longAnswer = 100_000;

/** Whether the mentions of a run are to be found in a long answer. */
function isLongToRead(record: Writable): boolean {
  return (
    record.type === 'run' && 'fields' in record.mentions && (record.mentions.fields.answer?.length ?? 0) > longAnswer
  );
}

/** Calls its work when it is its turn, with caches that no other work uses meanwhile. `deletes`: also what was recorded, which may take long. */
export type Turn = <T>(work: (known: Caches) => Promise<T>, deletes: boolean) => Promise<T>;

/** What a part records and deletes. */
interface PartContent extends Omit<Content, 'records'> {
  readonly steps: readonly Step[];
}

/** Records or deletes the steps of a part; resolves to those that are refused, and the brands that changed. Safe to repeat. */
export async function applyPart(db: Database, content: PartContent, turn: Turn): Promise<WrittenBatch> {
  const deletes = content.steps.some(({ type }) => type === 'deletion');
  for (;;) {
    try {
      return await turn((known) => applySteps(db, content, known), deletes);
    } catch (error) {
      if (!(error instanceof UnfinishedDeletion)) throw error;
      // What is left of brands that are recorded again is removed first.
      await turn(() => finishDeletion(db, error.brandId), true);
    }
  }
}

async function applySteps(db: Database, { steps, rows, reach }: PartContent, known: Caches): Promise<WrittenBatch> {
  const deletions = steps.flatMap((step): readonly Deletion['of'][] => (step.type === 'deletion' ? [step.of] : []));
  const records = steps.flatMap((step): readonly Writable[] => (step.type === 'deletion' ? [] : [step]));
  const written = records.length > 0 ? await writeBatch(db, { records, rows, reach }, known) : noWrites;
  const { brandIds } = deletions.length > 0 ? await deleteRecords(db, deletions, reach) : noWrites;
  return { refused: written.refused, brandIds: [...new Set([...written.brandIds, ...brandIds])] };
}

const noWrites: WrittenBatch = { refused: new Map(), brandIds: [] };
