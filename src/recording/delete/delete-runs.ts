// Deletes runs of a brand within the transaction of the caller: what is left is that of a brand that never had them. Requires the lock of the brand.

import type pg from 'pg';
import { bindings, lookUps } from '../../database/bindings.js';
import { markRuns } from '../../tiles/stored/marks.js';
import { renewVersions } from '../../tiles/stored/version.js';
import { type TitledUrl, updateTitles } from '../write/number-rows.js';
import { deleteRuns } from '../write/run-rows.js';
import { noteDeletion, noteGone } from './note-deletion.js';
import { type Candidates, deleteUnused } from './unused.js';

/** Runs of one statement. */
const runsAtOnce = 5_000;

/** What deleted runs had, and maybe no other run has. */
interface Remains extends Candidates {
  /** Numbers of companies. */
  readonly companies: Set<number>;
  readonly url: Set<number>;
  readonly query: Set<number>;
  /** When the runs were created. */
  readonly instants: Set<string>;
}

/** Deletes runs, each of which there is, and prompts whose runs are among them. */
export async function deleteFromBrand(
  client: pg.ClientBase,
  brandId: string,
  { runIds, promptIds }: { readonly runIds: readonly string[]; readonly promptIds: readonly string[] },
): Promise<void> {
  await noteDeletion(client, brandId);
  const remains: Remains = {
    companies: new Set(),
    url: new Set(),
    query: new Set(),
    instants: new Set(),
  };
  for (let from = 0; from < runIds.length; from += runsAtOnce) {
    await deleteSome(client, brandId, { ids: runIds.slice(from, from + runsAtOnce), remains });
  }
  await deleteUnnamed(client, brandId, [...remains.companies]);
  const gone = await deleteUnused(client, brandId, remains);
  await restoreTitles(client, brandId, remains);
  await noteGone(client, brandId, { ...gone, prompt: await deletePrompts(client, brandId, promptIds) });
  await renewVersions(client, [brandId]);
}

/** On a cluster prompts are on every node, so that none is written to without need. */
async function deletePrompts(client: pg.ClientBase, brandId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await client.query('delete from prompt where brand_id = $1 and id = any($2::uuid[])', [
    brandId,
    ids,
  ]);
  return rowCount ?? 0;
}

async function deleteSome(
  client: pg.ClientBase,
  brandId: string,
  { ids, remains }: { readonly ids: readonly string[]; readonly remains: Remains },
): Promise<void> {
  const { rows: runs } = await client.query<{
    instant: string;
    companies: readonly number[];
    queries: readonly number[];
  }>('select created_at::text as instant, companies, queries from run where brand_id = $1 and id = any($2::uuid[])', [
    brandId,
    ids,
  ]);
  for (const { instant, companies, queries } of runs) {
    remains.instants.add(instant);
    for (const company of companies) remains.companies.add(company);
    for (const query of queries) remains.query.add(query);
  }
  const { rows: cited } = await client.query<{ id: number }>(
    'select distinct url_id as id from citation where brand_id = $1 and run_id = any($2::uuid[])',
    [brandId, ids],
  );
  for (const { id } of cited) remains.url.add(id);
  await markRuns(client, brandId, ids);
  await client.query(
    `update channel set runs = channel.runs - gone.runs
     from (select model, provider, web_search_enabled, market, count(*)::int as runs
       from run where brand_id = $1 and id = any($2::uuid[]) group by 1, 2, 3, 4) as gone
     where channel.brand_id = $1 and channel.model = gone.model and channel.provider = gone.provider
       and channel.web_search_enabled = gone.web_search_enabled and coalesce(channel.market, '') = coalesce(gone.market, '')`,
    [brandId, ids],
  );
  await deleteRuns(
    client,
    ids.map((id) => ({ brandId, id })),
  );
}

/** Deletes companies that no run names any more, of which nothing was recorded. The runs are read only where there may be one. */
async function deleteUnnamed(client: pg.ClientBase, brandId: string, companies: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `select id from company where brand_id = $1 and id = any($2::int[])
       and not tracked and aliases = '{}' and domains = '{}'`,
    [brandId, companies],
  );
  if (rows.length === 0) return;
  await client.query(
    `delete from company where brand_id = $1 and id = any($2::int[]) and id not in (
       select named from run cross join unnest(companies) as named where run.brand_id = $1 and named = any($2::int[])
     )`,
    [brandId, rows.map(({ id }) => id)],
  );
}

/**
 * Gives URLs whose title came from a deleted run, maybe from an earlier version of it, that of the newest run that is left. Newer ones may have given
 * the same title, which keeps the time of the first.
 */
export async function restoreTitles(
  client: pg.ClientBase,
  brandId: string,
  { instants }: Pick<Remains, 'instants'>,
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
