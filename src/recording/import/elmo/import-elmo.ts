// An Elmo database as the lines of a recording. What is recorded already is passed over, so that an import that was interrupted goes on.

import type pg from 'pg';
import { bindings, lookUps } from '../../../database/bindings.js';
import type { Database } from '../../../database/postgres.js';
import { messageOf } from '../../../errors.js';
import type { TracedLine } from '../traced.js';
import { assertElmo, type ElmoRun, readReferences, readRuns } from './read.js';
import { countWithoutDomain, referenceRecords, toRunRecord } from './to-records.js';

export interface ElmoCounts {
  /** Runs that were read. */
  runs: number;
  /** Of these, runs that were recorded before. */
  known: number;
  withoutText: number;
  droppedCitations: number;
  /** Addresses of brands and competitors. */
  droppedDomains: number;
}

interface ElmoLines {
  readonly lines: AsyncIterable<TracedLine>;
  /** Grows while lines are read. */
  readonly counts: Readonly<ElmoCounts>;
}

const batchSize = 500;

/** Reads what the runs of the brands refer to (`null`: all brands). Throws where the database is not one of Elmo's, or has no such brand. */
export async function openElmo(
  elmo: pg.Pool,
  db: Pick<Database, 'pool'>,
  brandIds: readonly string[] | null,
): Promise<ElmoLines> {
  await assertElmo(elmo);
  const references = await readReferences(elmo, brandIds);
  const missing = (brandIds ?? []).filter((wanted) => !references.brands.some(({ id }) => id === wanted));
  if (missing.length > 0) throw new Error(`The Elmo database has no brand ${missing.join(', ')}.`);
  const droppedDomains = countWithoutDomain(references);
  const counts: ElmoCounts = { runs: 0, known: 0, withoutText: 0, droppedCitations: 0, droppedDomains };
  async function* lines(): AsyncGenerator<TracedLine> {
    for (const record of referenceRecords(references)) yield { record, origin: null };
    for await (const batch of named(readRuns(elmo, brandIds, batchSize))) {
      const known = await recordedOf(db, batch);
      counts.runs += batch.length;
      counts.known += known.size;
      for (const run of batch) {
        if (known.has(run.id)) continue;
        const { record, hasText, droppedCitations } = toRunRecord(run);
        if (!hasText) counts.withoutText += 1;
        counts.droppedCitations += droppedCitations;
        yield { record, origin: null };
      }
    }
  }
  return { lines: lines(), counts };
}

/** Says whose failure it is: without its cause, by which it would be taken for one of the database that is recorded to. */
async function* named<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* batches;
  } catch (error) {
    throw new Error(`The Elmo database cannot be read: ${messageOf(error)}`);
  }
}

/** Which runs are recorded already. A run of Elmo never changes. */
async function recordedOf({ pool }: Pick<Database, 'pool'>, runs: readonly ElmoRun[]): Promise<ReadonlySet<string>> {
  const { values, bind } = bindings();
  const brandIds = runs.map(({ brandId }) => brandId);
  const { rows } = await pool.query<{ id: string }>(
    `select run.id from unnest(${bind(brandIds)}::text[], ${bind(runs.map(({ id }) => id))}::uuid[]) as given (brand_id, id)
     cross join ${lookUps(brandIds, bind)({ table: 'run', columns: 'id', equal: { brand_id: 'given.brand_id', id: 'given.id' } })}`,
    values,
  );
  return new Set(rows.map(({ id }) => id));
}
