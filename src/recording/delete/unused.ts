// Deletes URLs, domains and queries that deleted runs had, and no run has any more. Which these are is read from tiles: rows of runs have no index by them.

import type pg from 'pg';
import { quarterMs } from '../../domain/limits.js';
import type { ItemKind } from '../../domain/lists/items.js';
import { allRuns, type RunSet } from '../../domain/summary.js';
import { readItemCounts } from '../../tiles/answer/item-scans.js';
import { openReading } from '../../tiles/scan/reading.js';
import type { Gone } from './note-deletion.js';

/** Numbers of URLs and queries that deleted runs had. */
export interface Candidates {
  readonly url: ReadonlySet<number>;
  readonly query: ReadonlySet<number>;
}

/** Resolves to how many of each went. Requires the lock of the brand, and that the runs are gone. */
export async function deleteUnused(
  client: pg.ClientBase,
  brandId: string,
  candidates: Candidates,
): Promise<Omit<Gone, 'prompt'>> {
  const set = await everyRunOf(client, brandId);
  const unused = async (kind: ItemKind & keyof Candidates) => {
    const ids = Int32Array.from(candidates[kind]).sort();
    return set && ids.length > 0 ? without(ids, await usedOf(client, { set, kind, ids })) : [...ids];
  };
  const [urls, queries] = [await unused('url'), await unused('query')];
  const ofUrls = await client.query<{ domain: number }>(
    'delete from url where brand_id = $1 and id = any($2::int[]) returning domain_id as domain',
    [brandId, urls],
  );
  const domains = await deleteUnusedDomains(client, brandId, [...new Set(ofUrls.rows.map(({ domain }) => domain))]);
  const ofQueries = await client.query('delete from query where brand_id = $1 and id = any($2::int[])', [
    brandId,
    queries,
  ]);
  return { url: urls.length, domain: domains, query: ofQueries.rowCount ?? 0 };
}

/** Deletes those of some domains that have no URL. URLs have no index by domain: they are read once, however many domains there are. */
export async function deleteUnusedDomains(
  client: pg.ClientBase,
  brandId: string,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await client.query(
    `delete from domain where brand_id = $1 and id = any($2::int[])
       and id not in (select domain_id from url where brand_id = $1 and domain_id = any($2::int[]))`,
    [brandId, ids],
  );
  return rowCount ?? 0;
}

/** All runs of a brand; `null`: there is none. */
async function everyRunOf(client: pg.ClientBase, brandId: string): Promise<RunSet | null> {
  const { rows } = await client.query<{ first: number | null; last: number }>(
    `select (extract(epoch from min(created_at)) * 1000)::float8 as first,
       (extract(epoch from max(created_at)) * 1000)::float8 as last from run where brand_id = $1`,
    [brandId],
  );
  const [{ first, last } = { first: null, last: 0 }] = rows;
  if (first === null) return null;
  const quarter = (ms: number) => Math.floor(ms / quarterMs) * quarterMs;
  return { ...allRuns, brandId, window: { start: quarter(first), end: quarter(last) + quarterMs } };
}

interface Some {
  readonly set: RunSet;
  readonly kind: ItemKind;
  readonly ids: Int32Array;
}

/** Those of some items that a run has. Rollers may be at work meanwhile. */
async function usedOf(client: pg.ClientBase, { set, kind, ids }: Some): Promise<Int32Array> {
  const state = { set, needsSpan: false, needsCompanies: false, needsEntries: true };
  const reading = await openReading(client, [state], { isOneInstant: false });
  const [counts] = await readItemCounts(reading, [{ question: set, kind, ids }]);
  return counts?.ids ?? ids;
}

function without(ids: Int32Array, used: Int32Array): readonly number[] {
  const kept = new Set(used);
  return [...ids].filter((id) => !kept.has(id));
}
