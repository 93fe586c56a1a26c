// Titles of URLs that came from what is not there any more: from deleted runs, and from runs that were recorded again with another time.

import type pg from 'pg';
import { bindings, lookUps } from '../../database/bindings.js';
import type { Changes } from '../admit/changes.js';
import { type TitledUrl, updateTitles } from './number-rows.js';

/** Restores the titles that only earlier versions of the runs of a batch gave, at another time than they have now: by that time they would not be found. */
export async function restoreRedated(
  client: pg.ClientBase,
  changes: Pick<Changes, 'runs' | 'admitted'>,
): Promise<void> {
  for (const [brandId, instants] of redated(changes)) {
    await restoreTitles(client, brandId, instants);
    await forgetTitles(client, brandId);
  }
}

/** By brand: when runs were created, before they were recorded again with another time. */
function redated({ runs, admitted }: Pick<Changes, 'runs' | 'admitted'>): ReadonlyMap<string, ReadonlySet<string>> {
  const left = new Map<string, Set<string>>();
  const leave = (brandId: string, at: number) => {
    const instants = left.get(brandId) ?? new Set();
    left.set(brandId, instants.add(new Date(at).toISOString()));
  };
  for (const { brandId, draft, replaced } of runs.values())
    if (replaced && replaced.createdAt !== draft.createdAt) leave(brandId, replaced.createdAt);
  if (admitted.length === runs.size) return left;
  for (const { brandId, draft } of admitted) {
    const last = runs.get(`${brandId}\0${draft.id}`);
    if (last && last.draft.createdAt !== draft.createdAt) leave(brandId, draft.createdAt);
  }
  return left;
}

/** Counts as a deletion, by which all recorders see that what they remember may be gone. */
async function forgetTitles(client: pg.ClientBase, brandId: string): Promise<void> {
  await client.query(
    `insert into deletion (brand_id, deletions, unfinished, prompt, company, channel, domain, url, query)
     values ($1, 1, false, 0, 0, 0, 0, 0, 0)
     on conflict (brand_id) do update set deletions = deletion.deletions + 1`,
    [brandId],
  );
}

/**
 * Gives URLs whose title came from a run of one of these instants that is gone, or from an earlier version of it, that of the newest run that is left. Newer
 * ones may have given the same title, which keeps the time of the first.
 */
export async function restoreTitles(
  client: pg.ClientBase,
  brandId: string,
  instants: ReadonlySet<string>,
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from url
     where brand_id = $1 and titled_at = any($2::timestamptz[])`,
    [brandId, [...instants]],
  );
  if (rows.length === 0) return;
  const lost = rows.map(({ id }) => id);
  await client.query(`update url set title = null, titled_at = null where brand_id = $1 and id = any($2::int[])`, [
    brandId,
    lost,
  ]);
  const { values, bind } = bindings();
  const brand = bind(brandId);
  const { rows: found } = await client.query<TitledUrl>(
    `select distinct on (citation.url_id) ${brand} as "brandId", citation.url_id as id, title as text,
       (extract(epoch from run.created_at) * 1000)::float8 as at
     from citation cross join ${lookUps([brandId], bind)({ table: 'run', equal: { brand_id: 'citation.brand_id', id: 'citation.run_id' } })}
     where citation.brand_id = ${brand} and citation.url_id = any(${bind(lost)}::int[]) and title is not null
     order by citation.url_id, run.created_at desc, run.id desc, citation.index desc`,
    values,
  );
  await updateTitles(client, found);
}
