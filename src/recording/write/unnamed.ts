// Companies that no run names any more, of which nothing else was recorded: they go with the last run that named them.

import type pg from 'pg';
import type { Changes } from '../admit/changes.js';
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

/** By brand, the companies that versions of runs named that are replaced now. */
export function companiesReplaced({ runs, admitted }: Changes): ReadonlyMap<string, ReadonlySet<number>> {
  const byBrand = new Map<string, Set<number>>();
  const written = new Set(runs.values());
  for (const run of admitted) {
    const companies = byBrand.get(run.brandId) ?? new Set();
    for (const company of run.replaced?.companies ?? []) companies.add(company);
    if (!written.has(run)) for (const company of run.companies) companies.add(company);
    if (companies.size > 0) byBrand.set(run.brandId, companies);
  }
  // A run that is recorded again as it was needs no look at the others.
  for (const run of written) for (const company of run.companies) byBrand.get(run.brandId)?.delete(company);
  return byBrand;
}
