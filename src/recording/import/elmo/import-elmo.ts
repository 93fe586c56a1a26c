// An Elmo database as the lines of a recording. What is recorded already is passed over, so that an import that was interrupted goes on.

import type pg from 'pg';
import type { Database } from '../../../database/postgres.js';
import { messageOf } from '../../../errors.js';
import { findRuns } from '../../write/lookups.js';
import type { TracedLine } from '../traced.js';
import { assertElmo, readReferences, readRuns } from './read.js';
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
      // A run of Elmo never changes.
      const known = new Set((await findRuns(db.pool, batch)).map(({ id }) => id));
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
