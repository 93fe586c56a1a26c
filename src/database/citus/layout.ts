// How the tables lie: in one database, or over the nodes of a Citus cluster, where the rows of a brand share a node.

import type pg from 'pg';

/** Whether the tables of brands are distributed. It does not change while a process is connected. */
export async function isDistributed(pool: Pick<pg.Pool | pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ hasCitus: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as "hasCitus"`,
  );
  if (!rows[0]?.hasCitus) return false;
  const { rowCount } = await pool.query("select from pg_dist_partition where logicalrelid = to_regclass('run')");
  return rowCount === 1;
}
