// Brands that were recorded since PostgreSQL took its statistics, beside one that they know: the planner takes such a brand for one row.

import type { TestDatabase } from './database.js';

export const unanalysed = ['unknown-brand', 'another-unknown-brand'] as const;

/** How many rows of each table a brand has, but for companies. */
export const unanalysedRows = 10_000;

/** The id of the `number`th run. */
export function runId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

const tables = ['company', 'domain', 'url', 'query', 'run', 'answer', 'citation'];

/** Rows 1, 2, … of each table: the `n`th run mentions the `n`th company and cites the `n`th URL, of the `n`th domain. */
export async function fillUnanalysed({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  for (const table of tables) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await insertRows(pool, 'known-brand', 2 * unanalysedRows);
  for (const table of tables) await pool.query(`analyze ${table}`);
  for (const brandId of unanalysed) await insertRows(pool, brandId, unanalysedRows);
}

async function insertRows(pool: TestDatabase['pool'], brandId: string, count: number): Promise<void> {
  const run = `('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const rows = {
    company: `n, 'Company ' || n, false, '{}', '{}'`,
    domain: `n, n || '.example.com'`,
    url: `n, n, sha256(('url ' || n)::bytea), 'https://' || n || '.example.com/', 'Title ' || n, '2026-01-01'`,
    query: `n, sha256(('query ' || n)::bytea), 'query ' || n`,
    run: `${run}, gen_random_uuid(), timestamptz '2026-01-01' + n * interval '1 minute', 'model', 'provider', true, 1, array[n], array[0], array[0], '{}'`,
    answer: `${run}, 'Answer ' || n, '{}', '{}'`,
    citation: `${run}, 0, n, 'https://' || n || '.example.com/', 'Title ' || n`,
  };
  for (const [table, columns] of Object.entries(rows))
    await pool.query(`insert into ${table} select $1, ${columns} from generate_series(1, $2::integer) as n`, [
      brandId,
      table === 'company' ? count / 10 : count,
    ]);
}
