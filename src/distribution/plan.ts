// What a cluster lacks: the statements that distribute a database, and in words what is not as it should be. Pure.

import type { ClusterState, PlacedTable } from '../database/citus/cluster.js';
import { anchorTable, type Placement, type Placements, placementStatement } from '../database/citus/placement.js';

/** One change to make: its statement, and a sentence that says what is wrong as long as it is not made. */
export interface Step {
  readonly sql: string;
  readonly fault: string;
}

export interface PlanOptions {
  /** The name of the database. */
  readonly database: string;
  /** Where the rows of each of our tables belong. */
  readonly placements: Placements;
}

/**
 * The steps that are left, in order: each in a transaction of its own, because a table that is made a reference table cannot follow others in
 * one. Tables that do not exist yet are left to their migrations. Throws for a table whose rows cannot be moved from where they are.
 */
export function planSteps(cluster: ClusterState, { database, placements }: PlanOptions): readonly Step[] {
  const mode: Step[] = cluster.isSequential
    ? []
    : [
        {
          sql: `alter database "${database.replaceAll('"', '""')}" set citus.multi_shard_modify_mode = 'sequential'`,
          fault: 'citus.multi_shard_modify_mode is not sequential for this database',
        },
      ];
  const ours = [...placements].flatMap(([table, placement]) => {
    const current = cluster.tables.get(table);
    return current ? [{ table, placement, current }] : [];
  });
  const moves = ours.flatMap((each) => moveOf(each, cluster.tables.get(anchorTable)));
  const moved = new Set(moves.map(({ table }) => table));
  const leftovers = ours.filter(
    ({ table, current }) => moved.has(table) || (current.placement !== 'local' && current.hasLocalRows),
  );
  return [...mode, ...moves, ...leftovers.map(({ table }) => truncation(table))];
}

interface Ours {
  readonly table: string;
  readonly placement: Placement;
  readonly current: PlacedTable;
}

function moveOf(
  { table, placement, current }: Ours,
  anchor: PlacedTable | undefined,
): readonly (Step & { table: string })[] {
  const isNeighbour = placement !== 'brand' || current.colocation === anchor?.colocation;
  if (current.placement === placement && isNeighbour) return [];
  const sql = placementStatement(table, placement);
  if (current.placement !== 'local' || sql === null) {
    throw new Error(
      `The table ${table} ${describe[current.placement]}${isNeighbour ? '' : ' apart from run'}, but ${describe[placement]} by design: undo it with "select undistribute_table('${table}')", then repeat sightline distribute.`,
    );
  }
  return [{ table, sql, fault: `the table ${table} ${describe.local}, but ${describe[placement]} by design` }];
}

const describe = {
  brand: 'is distributed by brand_id',
  reference: 'is a reference table',
  local: 'is on the coordinator alone',
} as const;

function truncation(table: string): Step {
  return {
    sql: `select truncate_local_data_after_distributing_table('${table}')`,
    fault: `the coordinator keeps a copy of ${table} from before it was distributed`,
  };
}
