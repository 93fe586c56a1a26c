// What a database says of the Citus cluster that it belongs to, read without changing anything.

import type pg from 'pg';
import { brandColumn, type Placement } from './placement.js';

interface ClusterNode {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

export interface PlacedTable {
  readonly placement: Placement;
  /** Tables of brands with one number keep the rows of a brand on one node. */
  readonly colocation: number;
  /** Whether rows are in the table on the coordinator itself, be it before or after it was distributed. */
  readonly hasLocalRows: boolean;
}

export interface ClusterState {
  /** Whether this database has the extension; if not, whether the server could create it. */
  readonly extension: 'created' | 'available' | 'absent';
  readonly nodes: readonly ClusterNode[];
  /** Every table of the schema `public` with where its rows are. */
  readonly tables: ReadonlyMap<string, PlacedTable>;
  /** Whether a transaction that writes to several shards does so over one connection to each node, which our references need. */
  readonly isSequential: boolean;
}

type Queryable = Pick<pg.Pool | pg.ClientBase, 'query'>;

/** Reads the state of the cluster. A database without the extension has neither nodes nor tables. */
export async function readCluster(db: Queryable): Promise<ClusterState> {
  const { rows } = await db.query<{ isCreated: boolean; isSequential: boolean }>(
    `select installed_version is not null as "isCreated",
       coalesce(current_setting('citus.multi_shard_modify_mode', true) = 'sequential', false) as "isSequential"
     from pg_available_extensions where name = 'citus'`,
  );
  const { isCreated, isSequential } = rows[0] ?? { isCreated: false, isSequential: false };
  if (!isCreated)
    return { extension: rows[0] ? 'available' : 'absent', nodes: [], tables: new Map(), isSequential: false };
  return { extension: 'created', nodes: await readNodes(db), tables: await readTables(db), isSequential };
}

async function readNodes(db: Queryable): Promise<readonly ClusterNode[]> {
  const { rows } = await db.query<ClusterNode>(
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
     from pg_dist_node where noderole = 'primary' and isactive order by groupid, nodeport`,
  );
  return rows;
}

async function readTables(db: Queryable): Promise<ClusterState['tables']> {
  const { rows } = await db.query<PlacedTable & { name: string }>(
    `select relname as name, coalesce(colocationid, 0) as colocation,
            case when partmethod = 'h' and column_to_column_name(logicalrelid, partkey) = $1 then 'brand'
                 when partmethod = 'n' and repmodel = 't' then 'reference' else 'local' end as placement,
            pg_relation_size(pg_class.oid) > 0 as "hasLocalRows"
     from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relname`,
    [brandColumn],
  );
  return new Map(rows.map(({ name, ...table }) => [name, table]));
}
