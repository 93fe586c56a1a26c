// Which node of a cluster has which brand, asked of nobody but the coordinator. A request asks once for each brand that it names, whether it exists or
// not, so that the number of statements does not reveal what exists; what follows goes by what was found.

import { LRUCache } from 'lru-cache';
import type pg from 'pg';
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
  /** Has all brands found anew. */
  readonly forget: () => void;
}

const maxRemembered = 100_000;

/** Where a shard has copies, the first of their nodes. */
const nodeOf = (id: string) =>
  `(select min(groupid) from pg_dist_placement where shardid = get_shard_id_for_distribution_column('${anchorTable}', ${id}))`;

export function createLocations(pool: Pick<pg.Pool, 'query'>): Locations {
  const remembered = new LRUCache<string, number>({ max: maxRemembered });
  const find = async (brandIds: readonly string[], client: Queryable = pool) => {
    const { rows } = await client.query<{ id: string; node: number }>(
      `select id, ${nodeOf('id')} as node from unnest($1::text[]) as id`,
      [brandIds],
    );
    for (const { id, node } of rows) remembered.set(id, node);
    return rows;
  };
  return {
    all: async () => {
      const { rows } = await pool.query<{ id: string; node: number }>(
        `select id, ${nodeOf('id')} as node from brand order by node, id`,
      );
      return grouped(rows);
    },
    find: async (brandIds, client) => grouped(await find(brandIds, client)),
    of: async (brandIds) => {
      const located = brandIds.map((id) => ({ id, node: remembered.get(id) }));
      const missing = located.filter(({ node }) => node === undefined).map(({ id }) => id);
      return grouped([...located, ...(missing.length > 0 ? await find(missing) : [])]);
    },
    forget: () => remembered.clear(),
  };
}

/** One database has all brands. */
export function locationsOnOne(pool: Pick<pg.Pool, 'query'>): Pick<Locations, 'all' | 'find'> {
  return {
    all: async () => {
      const { rows } = await pool.query<{ id: string }>('select id from brand order by id');
      return grouped(rows.map(({ id }) => ({ id, node: 0 })));
    },
    find: async (brandIds) => grouped(brandIds.map((id) => ({ id, node: 0 }))),
  };
}

function grouped(located: readonly { readonly id: string; readonly node: number | undefined }[]) {
  const byNode = new Map<number, string[]>();
  for (const { id, node } of located) {
    if (node === undefined) continue;
    const brandIds = byNode.get(node) ?? [];
    byNode.set(node, brandIds);
    brandIds.push(id);
  }
  return [...byNode].map(([node, brandIds]): NodeBrands => ({ node, brandIds }));
}
