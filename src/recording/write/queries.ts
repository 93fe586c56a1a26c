// Numbers the web queries that the runs of a batch issued.

import type pg from 'pg';
import type { AdmittedRun } from '../admit/changes.js';
import type { Draft, Rows } from '../prepare/draft.js';
import { findDigests, insertQueries } from './number-rows.js';
import { type NumberCache, numberItems, type RowNumbers } from './numbering.js';

interface BatchQueries {
  readonly runs: readonly AdmittedRun[];
  readonly rows: Pick<Rows, 'issued' | 'queries'>;
}

/** The numbers of all queries issued by `runs`; new ones are inserted. They are named by their digests, because texts may be long. */
export async function numberQueries(
  client: pg.ClientBase,
  { runs, rows }: BatchQueries,
  known: NumberCache,
): Promise<RowNumbers> {
  const { texts, digests } = rows.queries;
  const items = {
    runs,
    indexes: rows.issued,
    rowsOf: ({ issuedFrom, issuedTo }: Draft) => [issuedFrom, issuedTo] as const,
    itemAt: (brandId: string, index: number) => {
      const digest = digests[index] ?? '';
      return { brandId, name: digest, digest, text: texts[index] ?? '' };
    },
  };
  const { numbers, fresh } = await numberItems(client, items, {
    table: 'query',
    known,
    find: (client, queries) => findDigests(client, 'query', queries),
  });
  if (fresh.length > 0) await insertQueries(client, fresh);
  return numbers;
}
