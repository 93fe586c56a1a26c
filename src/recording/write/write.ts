// Writes a batch in one transaction: acquires locks, reads the referenced state, checks the records in order, then writes table by table.
// A batch is recorded completely or not at all, and is safe to repeat.

import type pg from 'pg';
import { decideBranded } from '../../database/derived/branded.js';
import type { Database } from '../../database/postgres.js';
import type { Fault } from '../../errors.js';
import { leaveMarks, marksOf } from '../../tiles/stored/marks.js';
import { renewSharedVersion, renewVersions } from '../../tiles/stored/version.js';
import { admit } from '../admit/admit.js';
import { type AdmittedRun, type Changes, noChanges } from '../admit/changes.js';
import type { PromptState } from '../admit/state.js';
import type { Rows } from '../prepare/draft.js';
import type { Writable } from '../prepare/prepare.js';
import { type Caches, cacheFound, type Found } from './caches.js';
import { recordChannels } from './channels.js';
import type { BatchClaim } from './claim.js';
import { disableStatementTimeout, lockBrands, lockReferences } from './locks.js';
import { findPrompts } from './lookups.js';
import { numberPages } from './pages.js';
import { numberQueries } from './queries.js';
import { distinct, readState } from './read-state.js';
import {
  registerModels,
  upsertBrands,
  upsertCompanies,
  upsertModels,
  upsertOrganizations,
  upsertPrompts,
} from './reference-rows.js';
import { deleteRuns, insertAnswers, insertCitations, insertRuns, type NumberedRows } from './run-rows.js';

/** The faults of each record of a batch, in order; none if it was admitted. */
type BatchFaults = readonly (readonly Fault[])[];

/** What came of a batch. */
interface WrittenBatch {
  readonly faults: BatchFaults;
  /** The brands whose responses change. */
  readonly brandIds: readonly string[];
}

/** Number of attempts to write a batch if it conflicts with other transactions. */
const maxAttempts = 20;

/** Another recorder added a prompt while this one waited for its locks, so another brand has to be locked. */
class MissingLock extends Error {}

/** The records of a batch, and the rows of its runs. */
interface Content {
  readonly records: readonly Writable[];
  readonly rows: Rows;
}

/** Records the valid records of a batch in one transaction. `known` serves all batches of one database. */
export async function writeBatch(db: Database, content: Content, known: Caches): Promise<WrittenBatch> {
  const claim = known.recorder.claim<Written>();
  for (let attempt = 1; ; attempt++) {
    try {
      const { found, ...written } = await db.transaction((client) => writeOnce(client, content, { known, claim }));
      cacheFound(known, found);
      return written;
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

/** Whether the batch conflicted with a concurrent transaction, so that a retry can succeed. */
function isConflict(error: unknown): boolean {
  if (error instanceof MissingLock) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40001' || code === '40P01';
}

interface Written extends WrittenBatch {
  readonly found: Found;
}

interface Writing {
  readonly known: Caches;
  readonly claim: BatchClaim<Written>;
}

/** Writes a batch, unless an earlier attempt was committed and only its answer was lost. */
async function writeOnce(client: pg.ClientBase, content: Content, { known, claim }: Writing): Promise<Written> {
  await disableStatementTimeout(client);
  const earlier = await claim.committed(client);
  if (earlier) return earlier;
  const written = await writeIn(client, content, known);
  await claim.leave(client, written.brandIds[0] ?? ofNoBrand, written);
  return written;
}

/** In place of a brand, for batches that change none. */
const ofNoBrand = '';

async function writeIn(client: pg.ClientBase, { records, rows }: Content, known: Caches): Promise<Written> {
  const state = await readState(client, records, await lock(client, records));
  const changes = noChanges();
  const faults = records.map((record) => admit(record, state, changes));
  await writeReferences(client, changes);
  const runs = [...changes.runs.values()];
  const channels = await recordChannels(client, { changes, rows }, known.channels);
  const pages = await numberPages(client, { runs: changes.admitted, rows }, known.pages);
  const queries = await numberQueries(client, { runs: changes.admitted, rows }, known.queries);
  await writeRuns(client, runs, { ...rows, urlNumbers: pages.numbers, queryNumbers: queries.numbers });
  const written = runs.map(({ brandId, draft: { id, createdAt }, replaced }) => {
    return { brandId, id, createdAt, replacedAt: replaced?.createdAt ?? null };
  });
  await leaveMarks(client, marksOf(written));
  if (changes.models.size + changes.unseenModels.size > 0) await renewSharedVersion(client);
  const changed = changedBrands(changes);
  await renewVersions(client, changed);
  return { faults, found: { channels, pages: pages.found, queries: queries.found }, brandIds: changed };
}

/** The brands whose responses a batch may change; models are shared by all. */
function changedBrands({ brands, prompts, companies, runs }: Changes): readonly string[] {
  const owned = [...prompts.values(), ...companies.values(), ...runs.values()].map(({ brandId }) => brandId);
  return distinct([...brands.keys(), ...owned]);
}

/** Acquires the locks of everything that the batch changes or depends on, and finds its prompts and brands. */
async function lock(client: pg.ClientBase, records: readonly Writable[]) {
  if (records.some((record) => record.type !== 'run')) await lockReferences(client);
  const promptIds = distinct(records.flatMap(promptIdOf));
  const before = await findPrompts(client, promptIds);
  const brandIds = distinct([...records.flatMap(brandIdOf), ...[...before.values()].map((prompt) => prompt.brandId)]);
  await lockBrands(client, brandIds);
  const prompts = before.size < promptIds.length ? await findPrompts(client, promptIds) : before;
  const locked = new Set(brandIds);
  if ([...prompts.values()].some((prompt: PromptState) => !locked.has(prompt.brandId))) throw new MissingLock();
  return { prompts, brandIds };
}

function promptIdOf(record: Writable): readonly string[] {
  if (record.type === 'prompt') return [record.id];
  return record.type === 'run' ? [record.promptId] : [];
}

function brandIdOf(record: Writable): readonly string[] {
  if (record.type === 'brand') return [record.id];
  return record.type === 'competitor' || record.type === 'prompt' ? [record.brandId] : [];
}

async function writeReferences(client: pg.ClientBase, changes: Changes): Promise<void> {
  const { organizations, models, unseenModels, brands, prompts, companies } = changes;
  if (organizations.size > 0) await upsertOrganizations(client, [...organizations.values()]);
  if (models.size > 0) await upsertModels(client, models);
  if (unseenModels.size > 0) await registerModels(client, unseenModels);
  if (brands.size > 0) await upsertBrands(client, [...brands.values()]);
  if (companies.size > 0) await upsertCompanies(client, [...companies.values()]);
  if (prompts.size > 0) await upsertPrompts(client, [...prompts.values()]);
  await decideBranded(client, { brandIds: [...brands.keys()], promptIds: [...prompts.keys()] });
}

async function writeRuns(client: pg.ClientBase, runs: readonly AdmittedRun[], rows: NumberedRows): Promise<void> {
  if (runs.length === 0) return;
  const replaced = runs.filter((run) => run.replaced).map(({ brandId, draft }) => ({ brandId, id: draft.id }));
  if (replaced.length > 0) await deleteRuns(client, replaced);
  await insertRuns(client, runs, rows);
  await insertAnswers(client, runs, rows);
  await insertCitations(client, runs, rows);
}
