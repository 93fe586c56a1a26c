// Which node of a cluster has which brand, asked of nobody but the coordinator. A request asks once for each brand that it names, whether it exists or
// not, so that the number of statements does not reveal what exists; what follows goes by what was found.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { made } from '../../domain/counts/maps.js';
import { anchorTable } from './placement.js';

/** The ids of brands on one node. */
export interface NodeBrands {
  /** The number of the node in its cluster. */
  readonly node: number;
  readonly brandIds: readonly string[];
}

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

export interface Locations {
  /** The nodes that have brands. */
  readonly all: () => Promise<readonly NodeBrands[]>;
  /** The nodes of `brandIds`, which need not exist. */
  readonly find: (brandIds: readonly string[], client?: Queryable) => Promise<readonly NodeBrands[]>;
  /** The same as they were last found. */
  readonly of: (brandIds: readonly string[]) => Promise<readonly NodeBrands[]>;
}

const maxRemembered = 100_000;

/** Where a shard has copies, the first of their nodes. */
const nodeOf = (id: string) =>
  `(select min(groupid) from pg_dist_placement where shardid = get_shard_id_for_distribution_column('${anchorTable}', ${id}))`;

export function createLocations(pool: Pick<pg.Pool, 'query'>): Locations {
  const remembered = new LRUCache<string, number>({ max: maxRemembered });
  const read = async (client: Queryable, from: string, values: readonly unknown[] = []) => {
    const text = `select id, ${nodeOf('id')} as node from ${from} order by node, id`;
    const { rows } = await client.query<{ id: string; node: number }>(text, [...values]);
    for (const { id, node } of rows) remembered.set(id, node);
    return grouped(rows);
  };
  const find: Locations['find'] = (brandIds, client = pool) => read(client, 'unnest($1::text[]) as id', [brandIds]);
  return {
    all: () => read(pool, 'brand'),
    find,
    of: async (brandIds) => {
      const missing = brandIds.filter((id) => !remembered.has(id));
      if (missing.length > 0) await find(missing);
      return grouped(brandIds.map((id) => ({ id, node: remembered.get(id) })));
    },
  };
}

/** One database has all brands. */
export function locationsOnOne(pool: Pick<pg.Pool, 'query'>): Pick<Locations, 'all' | 'find'> {
  return {
    all: async () => {
      const { rows } = await pool.query<{ id: string; node: number }>('select id, 0 as node from brand order by id');
      return grouped(rows);
    },
    find: async (brandIds) => grouped(brandIds.map((id) => ({ id, node: 0 }))),
  };
}

function grouped(located: readonly { readonly id: string; readonly node: number | undefined }[]) {
  const byNode = new Map<number, string[]>();
  for (const { id, node } of located) if (node !== undefined) made(byNode, node, Array<string>).push(id);
  return [...byNode].map(([node, brandIds]): NodeBrands => ({ node, brandIds }));
}
