// What a cluster lacks: the statements that distribute a database, and in words what is not as it should be. Pure.

import type { ClusterState, PlacedTable } from '../database/citus/cluster.js';
import { anchorTable, type Placement, type Placements, placementStatement } from '../database/citus/placement.js';

/** One change to make: its statement, and a phrase that says what is wrong as long as it is not made. */
export interface Step {
  readonly sql: string;
  readonly fault: string;
}

interface PlanOptions {
  /** The name of the database. */
  readonly database: string;
  /** Where the rows of each of our tables belong. */
  readonly placements: Placements;
}

interface Table {
  readonly name: string;
  /** Where its rows belong. */
  readonly placement: Placement;
  readonly current: PlacedTable;
}

const missing: PlacedTable = { placement: 'local', colocation: 0, hasLocalRows: false };

/**
 * The steps that are left, in order: each for a transaction of its own, because a reference table cannot be created after other writes of one.
 * A table that does not exist yet counts as empty. Throws for a table whose rows are where none of our steps moves them from.
 */
export function planSteps(cluster: ClusterState, { database, placements }: PlanOptions): readonly Step[] {
  const tables = [...placements].map(([name, placement]) => ({
    name,
    placement,
    current: cluster.tables.get(name) ?? missing,
  }));
  const anchor = cluster.tables.get(anchorTable);
  const leftovers = tables.filter(({ placement, current }) => placement !== 'local' && current.hasLocalRows);
  return [
    ...(cluster.isSequential ? [] : [sequentialMode(database)]),
    ...tables.flatMap((table) => moveOf(table, anchor)),
    ...leftovers.map(({ name }) => truncation(name)),
  ];
}

function sequentialMode(database: string): Step {
  return {
    sql: `alter database "${database.replaceAll('"', '""')}" set citus.multi_shard_modify_mode = 'sequential'`,
    fault: 'citus.multi_shard_modify_mode is not sequential for this database',
  };
}

const phrases = {
  brand: 'distributed by brand_id',
  reference: 'a reference table',
  local: 'on the coordinator alone',
} as const;

function moveOf({ name, placement, current }: Table, anchor: PlacedTable | undefined): readonly Step[] {
  const isApart = placement === 'brand' && current.placement === 'brand' && current.colocation !== anchor?.colocation;
  if (current.placement === placement && !isApart) return [];
  const fault = `the table ${name} is ${phrases[current.placement]}${isApart ? ' apart from run' : ''}, and should be ${phrases[placement]}`;
  const sql = placementStatement(name, placement);
  if (current.placement !== 'local' || sql === null) {
    throw new Error(
      `Cannot move it: ${fault}. Undo that with "select undistribute_table('${name}')", then repeat sightline distribute.`,
    );
  }
  return [{ sql, fault }];
}

function truncation(name: string): Step {
  return {
    sql: `select truncate_local_data_after_distributing_table('${name}')`,
    fault: `the coordinator keeps the rows that ${name} had before it was distributed`,
  };
}
