// Every statement of the program goes to the shard of its brand, and no other: asserted from what the coordinator of a cluster sent while a test ran. What is
// over all brands by nature is on a list.

import { joinPlacements } from '../../src/database/citus/placement.js';
import { readMigrations } from '../../src/database/migrate.js';
import { overAllBrands, placing } from '../support/statements/over-all-brands.js';
import { unboundTables } from '../support/statements/unbound.js';
import { send } from './nodes.js';
import { type Execution, readExecutions } from './statement-log.js';

export interface LogPlace {
  readonly path: string;
  readonly serverUrl: string;
  /** Where the log ended before the test. */
  readonly from: number;
}

/**
 * Throws where a statement in the database `name` at `url` went to shards that neither the list nor its own brands explain. `own` are the
 * statements that tests send themselves.
 */
export async function requireRouted(url: string, log: LogPlace, own: ReadonlySet<string>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const executions = (await readExecutions(log, name)).filter(({ sql }) => !own.has(sql));
  const faults = await misrouted(url, executions);
  if (faults.length === 0) return;
  throw new Error(`These statements went to shards of brands that they do not name:\n${faults.join('\n')}`);
}

const listed = [...overAllBrands, ...placing];

/** The texts of executions that went to a shard without a reason, each once. */
async function misrouted(url: string, executions: readonly Execution[]): Promise<readonly string[]> {
  const starts = await shardStarts(url);
  const placements = joinPlacements(await readMigrations());
  const faults = new Set<string>();
  for (const { sql, parameters, shards } of executions) {
    const reached = new Set([...shards].flatMap((shard) => starts.get(shard) ?? []));
    if (reached.size < 2 || listed.some(([, pattern]) => pattern.test(sql))) continue;
    const unbound = await unboundTables(sql, placements);
    const isExplained = unbound.length === 0 && (await areOfValues(url, reached, `${parameters} ${sql}`, starts));
    if (!isExplained) faults.add(`${reached.size} shards: ${sql} [${parameters}]`);
  }
  return [...faults];
}

/** Where the hash values of each shard of a table of brands begin: the same for all tables whose rows lie together. */
async function shardStarts(url: string): Promise<ReadonlyMap<string, string>> {
  const rows = await send(
    url,
    `select logicalrelid::regclass || '_' || shardid as shard, shardminvalue as start from pg_dist_shard where shardminvalue is not null`,
  );
  return new Map(rows.map(({ shard = '', start = '' }) => [shard, start]));
}

/** Whether each of the shards that begin at `reached` has the brand of some value in `text`. Long parameters are cut in the log; then it is taken for granted. */
async function areOfValues(
  url: string,
  reached: ReadonlySet<string>,
  text: string,
  starts: ReadonlyMap<string, string>,
): Promise<boolean> {
  const values = [...text.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value);
  if (values.some((value) => value.endsWith('...'))) return true;
  const ids = values.flatMap((value) => [value, ...elementsOf(value)]);
  const list = [...new Set(ids)].map((id) => `'${id}'`).join(', ');
  const rows = await send(
    url,
    `select distinct 'run_' || get_shard_id_for_distribution_column('run', id) as shard from unnest(array[${list}]::text[]) as id`,
  );
  const given = new Set(rows.map(({ shard = '' }) => starts.get(shard)));
  return [...reached].every((start) => given.has(start));
}

/** The elements of an array as PostgreSQL prints it; of any other value nothing that matters. */
function elementsOf(value: string): readonly string[] {
  if (!value.startsWith('{')) return [];
  return [...value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(
    ([, quoted, plain = '']) => quoted?.replace(/\\(.)/g, '$1') ?? plain,
  );
}
