// Companies that no run names any more, of which nothing else was recorded: they go with the last run that is deleted and named them. Those of a
// version that is replaced stay: whether a brand may be renamed must not depend on how records were divided into batches.

import type pg from 'pg';
import { noteDeletion } from './note-deletion.js';

/** Runs that are looked at before all of the brand are: most names that one run loses are in many others. */
const recentRuns = 2_000;

/** Deletes those among `companies`. Requires the lock of the brand. */
export async function deleteUnnamed(
  client: pg.ClientBase,
  brandId: string,
  companies: Iterable<number>,
): Promise<void> {
  const rare = await findRare(client, brandId, [...companies]);
  if (rare.length === 0) return;
  const { rows } = await client.query<{ id: number }>(
    `select distinct named as id from run cross join unnest(companies) as named
     where run.brand_id = $1 and named = any($2::int[])`,
    [brandId, rare],
  );
  const named = new Set(rows.map(({ id }) => id));
  const unnamed = rare.filter((id) => !named.has(id));
  if (unnamed.length === 0) return;
  await noteDeletion(client, brandId);
  await client.query('delete from company where brand_id = $1 and id = any($2::int[])', [brandId, unnamed]);
}

/** Those of which nothing was recorded, and that no recent run names. */
async function findRare(
  client: pg.ClientBase,
  brandId: string,
  companies: readonly number[],
): Promise<readonly number[]> {
  if (companies.length === 0) return [];
  const { rows } = await client.query<{ id: number }>(
    `with recent as (select companies from run where brand_id = $1 order by created_at desc, id desc limit ${recentRuns})
     select id from company where brand_id = $1 and id = any($2::int[])
       and not tracked and aliases = '{}' and domains = '{}'
       and id not in (select unnest(companies) from recent)`,
    [brandId, companies],
  );
  return rows.map(({ id }) => id);
}
