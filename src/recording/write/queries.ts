// Numbers the web queries that the runs of a batch issued.

import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Rows } from '../prepare/draft.js';
import { findDigests, insertQueries } from './number-rows.js';
import { type NumberCache, type Numbered, numberItems, type RowNumbers } from './numbering.js';

interface BatchQueries {
  readonly runs: readonly AdmittedRun[];
  readonly rows: Pick<Rows, 'issued' | 'queries'>;
}

/** The numbers of all queries issued by `runs`; new ones are inserted. They are cached by their digests, because texts may be long. */
export async function numberQueries(
  client: pg.ClientBase,
  { runs, rows }: BatchQueries,
  known: NumberCache,
): Promise<{ readonly numbers: RowNumbers; readonly found: readonly Numbered[] }> {
  const { texts, digests } = rows.queries;
  const items = {
    runs,
    indexes: rows.issued,
    rowsOf: ({ issuedFrom, issuedTo }: AdmittedRun['draft']) => [issuedFrom, issuedTo] as const,
    names: digests,
    itemAt: (index: number) => ({ name: digests[index] ?? '', digest: digests[index] ?? '', text: texts[index] ?? '' }),
  };
  const { numbers, found, fresh } = await numberItems(client, items, {
    known,
    table: 'query',
    find: (client, queries) => findDigests(client, 'query', queries),
  });
  if (fresh.length > 0) await insertQueries(client, fresh);
  return { numbers, found };
}
