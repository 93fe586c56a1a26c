// Which nodes of a cluster answer, asked from the coordinator.

import type pg from 'pg';

/** The nodes that the coordinator cannot reach now, as `host:port`. A database that is not distributed has none. */
export async function unreachableNodes(db: Pick<pg.Pool, 'query'>): Promise<readonly string[]> {
  const { rows: catalog } = await db.query(`select 1 from pg_extension where extname = 'citus'`);
  if (catalog.length === 0) return [];
  const { rows } = await db.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from run_command_on_all_nodes('select 1') join pg_dist_node using (nodeid)
     where not success order by nodeid`,
  );
  return rows.map(({ node }) => node);
}
