// Which brands are on one node.

import type pg from 'pg';
import { anchorTable } from './placement.js';

interface Layout {
  readonly pool: Pick<pg.Pool, 'query'>;
  readonly isDistributed: boolean;
}

/** The ids of all brands, a list for each node; a database that is not distributed is one node. Asks nobody but the coordinator. */
export async function brandsByNode({ pool, isDistributed }: Layout): Promise<readonly (readonly string[])[]> {
  const { rows } = await pool.query<{ ids: string[] }>(
    isDistributed
      ? `select array_agg(id order by id) as ids from brand join pg_dist_placement
           on shardid = get_shard_id_for_distribution_column('${anchorTable}', id)
         group by groupid order by groupid`
      : 'select array_agg(id order by id) as ids from brand having count(*) > 0',
  );
  return rows.map(({ ids }) => ids);
}
