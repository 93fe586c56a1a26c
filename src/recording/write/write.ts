// Writes a batch in one transaction: acquires locks, reads the referenced state, checks the records in order, then writes table by table.
// A batch is recorded completely or not at all, and is safe to repeat.

import type pg from 'pg';
import { decideBranded } from '../../database/derived/branded.js';
import type { Database } from '../../database/postgres.js';
import { createPause } from '../../domain/pause.js';
import type { Fault } from '../../errors.js';
import { leaveMarks, marksOf } from '../../tiles/stored/marks.js';
import { renewSharedVersion, renewVersions } from '../../tiles/stored/version.js';
import { admitAll, type Refused } from '../admit/admit.js';
import { type AdmittedRun, type Changes, noChanges } from '../admit/changes.js';
import { hideUnreachable } from '../admit/reach.js';
import type { Reach, State } from '../admit/state.js';
import type { Rows } from '../prepare/draft.js';
import type { Writable } from '../prepare/prepare.js';
import { beginDraft, type Caches, forgetDeleted } from './caches.js';
import { ChannelsFull, recordChannels } from './channels.js';
import { lockAll, transactLocked } from './locks.js';
import { numberPages } from './pages.js';
import { numberQueries } from './queries.js';
import { distinct, readState } from './read-state.js';
import {
  upsertBrands,
  upsertCompanies,
  upsertOrganizations,
  upsertPrompts,
  writeAnnotations,
  writeModels,
} from './reference-rows.js';
import { deleteRuns, insertAnswers, insertCitations, insertRuns, type NumberedRows } from './run-rows.js';

/** What came of a batch. */
export interface WrittenBatch {
  readonly refused: Refused;
  /** The brands whose responses change. */
  readonly brandIds: readonly string[];
}

/** The records of a batch, and the rows of its runs. */
export interface Content {
  readonly records: readonly Writable[];
  readonly rows: Rows;
  readonly reach: Reach;
}

/** The batch records a brand of an earlier one of which not all is removed yet. Nothing of the batch is written. */
export class UnfinishedDeletion extends Error {
  constructor(readonly brandId: string) {
    super(`The deletion of brand ${JSON.stringify(brandId)} is not finished.`);
  }
}

/**
 * Records the valid records of a batch in one transaction, unless an earlier attempt was committed and only its answer was lost. `known` serves all
 * batches of one database.
 */
export async function writeBatch(db: Database, content: Content, known: Caches): Promise<WrittenBatch> {
  const refusedChannels = new Map<string, Fault>();
  for (;;) {
    const claim = known.recorder.claim<WrittenBatch>();
    try {
      const written = await transactLocked(db, async (client, server) => {
        beginDraft(known, server);
        const earlier = await claim.committed(client);
        if (earlier) return earlier;
        const written = await writeIn(client, content, { known, refusedChannels });
        await claim.leave(client, written.brandIds[0] ?? ofNoBrand, written);
        return written;
      });
      known.isDraft = false;
      return written;
    } catch (error) {
      if (!(error instanceof ChannelsFull)) throw error;
      for (const [key, fault] of error.faults) refusedChannels.set(key, fault);
    }
  }
}

/** In place of a brand, for batches that change none. */
const ofNoBrand = '';

interface Writing extends Pick<State, 'refusedChannels'> {
  readonly known: Caches;
}

async function writeIn(
  client: pg.ClientBase,
  { records, rows, reach }: Content,
  { known, refusedChannels }: Writing,
): Promise<WrittenBatch> {
  const { prompts, brandIds, foreign } = await lockAll(client, {
    hasReferences: records.some((record) => record.type !== 'run'),
    promptIds: distinct(records.flatMap(promptIdOf)),
    brandIds: records.flatMap(brandIdOf),
    reach,
  });
  const state = await readState(client, records, { prompts, brandIds, reach, refusedChannels });
  hideUnreachable(state, foreign);
  for (const record of records) {
    const isUnfinished = record.type === 'brand' && state.deletions.get(record.id)?.unfinished;
    if (isUnfinished) throw new UnfinishedDeletion(record.id);
  }
  forgetDeleted(known, brandIds, state.deletions);
  const changes = noChanges();
  const refused = await admitAll(records, { state, changes, pause: createPause() });
  const changesShared = await writeReferences(client, changes);
  const runs = [...changes.runs.values()];
  await recordChannels(client, { changes, rows }, known.channels);
  const urlNumbers = await numberPages(client, { runs: changes.admitted, rows }, known);
  const queryNumbers = await numberQueries(client, { runs: changes.admitted, rows }, known.queries);
  await writeRuns(client, runs, { ...rows, urlNumbers, queryNumbers });
  const written = runs.map(({ brandId, draft: { id, createdAt }, replaced }) => {
    return { brandId, id, createdAt, replacedAt: replaced?.createdAt ?? null };
  });
  await leaveMarks(client, marksOf(written));
  if (changesShared) await renewSharedVersion(client);
  const changed = changedBrands(changes);
  await renewVersions(client, changed);
  return { refused, brandIds: changed };
}

/** The brands whose responses a batch may change; models are shared by all. */
function changedBrands({ brands, prompts, companies, annotations, runs }: Changes): readonly string[] {
  const owned = [prompts, companies, annotations, runs]
    .flatMap((changed) => [...changed.values()])
    .map(({ brandId }) => brandId);
  return distinct([...brands.keys(), ...owned]);
}

function promptIdOf(record: Writable): readonly string[] {
  if (record.type === 'prompt') return [record.id];
  return record.type === 'run' ? [record.promptId] : [];
}

function brandIdOf(record: Writable): readonly string[] {
  if (record.type === 'brand') return [record.id];
  return 'brandId' in record ? [record.brandId] : [];
}

/** Resolves to whether anything changed that all brands share. */
async function writeReferences(client: pg.ClientBase, changes: Changes): Promise<boolean> {
  const { organizations, models, unseenModels, brands, prompts, companies, annotations } = changes;
  if (organizations.size > 0) await upsertOrganizations(client, [...organizations.values()]);
  const changesModels = [await writeModels(client, models), await writeModels(client, unseenModels, true)];
  if (brands.size > 0) await upsertBrands(client, [...brands.values()]);
  if (companies.size > 0) await upsertCompanies(client, [...companies.values()]);
  if (prompts.size > 0) await upsertPrompts(client, [...prompts.values()]);
  if (annotations.size > 0) await writeAnnotations(client, [...annotations.values()]);
  await decideBranded(client, { brandIds: [...changes.renamedBrands], promptIds: [...prompts.keys()] });
  return changesModels.includes(true);
}

async function writeRuns(client: pg.ClientBase, runs: readonly AdmittedRun[], rows: NumberedRows): Promise<void> {
  if (runs.length === 0) return;
  const replaced = runs.filter((run) => run.replaced).map(({ brandId, draft }) => ({ brandId, id: draft.id }));
  if (replaced.length > 0) await deleteRuns(client, replaced);
  await insertRuns(client, runs, rows);
  await insertAnswers(client, runs, rows);
  await insertCitations(client, runs, rows);
}
