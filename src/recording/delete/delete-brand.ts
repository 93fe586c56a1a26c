// Deletes a brand with everything. Its row goes first, and with it everything disappears; the rest follows in steps, none of which holds up a reader
// or another brand. A deletion that was interrupted is finished when it is repeated, and before a brand with the same id is recorded.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';
import { lockRollers } from '../../tiles/roll/roll-lock.js';
import { scopesMonth } from '../../tiles/stored/stamps.js';
import { renewVersions } from '../../tiles/stored/version.js';
import type { Reach } from '../admit/state.js';
import { lockAll, lockBrands, transactLocked } from '../write/locks.js';
import { findDeletions } from '../write/lookups.js';
import { deleteRuns } from '../write/run-rows.js';
import { noteDeletion } from './note-deletion.js';

/** What was deleted. */
export interface Deleted {
  readonly brands: number;
  readonly prompts: number;
  readonly runs: number;
}

/** Runs of one transaction. */
const runsAtOnce = 5_000;

/** Deletes a brand; nothing where there is none, or it is out of reach. */
export async function deleteBrand(db: Database, brandId: string, reach: Reach): Promise<Deleted> {
  const hidden = await transactLocked(db, (client) => hideBrand(client, brandId, reach));
  // Nobody waits for what is out of reach, by which it could be told from what does not exist.
  if (hidden === 'out of reach') return { brands: 0, prompts: 0, runs: 0 };
  const prompts = hidden === 'not there' ? null : hidden;
  if (db.isDistributed && prompts !== null) await transactLocked(db, (client) => untilHidden(client, brandId));
  const runs = await finishDeletion(db, brandId);
  return { brands: prompts === null ? 0 : 1, prompts: prompts ?? 0, runs };
}

/** Resolves to the number of its prompts. */
async function hideBrand(
  client: pg.ClientBase,
  brandId: string,
  reach: Reach,
): Promise<number | 'not there' | 'out of reach'> {
  const { foreign } = await lockAll(client, { hasReferences: true, promptIds: [], brandIds: [brandId], reach });
  if (foreign.has(brandId)) return 'out of reach';
  const { rowCount } = await client.query('select from brand where id = $1', [brandId]);
  if (rowCount === 0) return 'not there';
  await noteDeletion(client, brandId, true);
  const prompts = await client.query('delete from prompt where brand_id = $1', [brandId]);
  await client.query('delete from brand where id = $1', [brandId]);
  // A brand that is recorded under the same id is another one.
  await client.query('update api_key set brand_ids = array_remove(brand_ids, $1) where $1 = any(brand_ids)', [brandId]);
  await renewVersions(client, [brandId]);
  return prompts.rowCount ?? 0;
}

/** Waits for the node of the brand: one that dies before it commits what the coordinator has committed has it within a minute, and keeps the row locked. */
async function untilHidden(client: pg.ClientBase, brandId: string): Promise<void> {
  await client.query('select from version where brand_id = $1 for update', [brandId]);
}

/** Removes what is left of a brand that is gone. Resolves to the number of runs; nothing is done where nothing is left. */
export async function finishDeletion(db: Database, brandId: string): Promise<number> {
  let runs = 0;
  for (let last: number | null = runsAtOnce; last === runsAtOnce; runs += last ?? 0) {
    last = await step(db, brandId, removeRuns);
  }
  for (const remove of [removeTiles, ...names.map(removeFrom), end]) await step(db, brandId, remove);
  return runs;
}

/** One step of a deletion; `null` where another process has finished it: what is there now is of another brand. */
function step<T>(
  db: Database,
  brandId: string,
  remove: (client: pg.ClientBase, brandId: string) => Promise<T>,
): Promise<T | null> {
  return transactLocked(db, async (client) => {
    await lockBrands(client, [brandId]);
    const deletion = (await findDeletions(client, [brandId])).get(brandId);
    return deletion?.unfinished ? await remove(client, brandId) : null;
  });
}

async function removeRuns(client: pg.ClientBase, brandId: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(`select id from run where brand_id = $1 limit ${runsAtOnce}`, [
    brandId,
  ]);
  if (rows.length > 0)
    await deleteRuns(
      client,
      rows.map(({ id }) => ({ brandId, id })),
    );
  return rows.length;
}

/** All at once, so that no roller finds a part of them. The stamp of the rollers stays: it tells those that are at work that they are too late. */
async function removeTiles(client: pg.ClientBase, brandId: string): Promise<void> {
  await lockRollers(client, brandId);
  for (const table of ['mark', 'prompt_scope', 'quarter_tile', 'tile', 'tile_detail', 'posting'])
    await client.query(`delete from ${table} where brand_id = $1`, [brandId]);
  await client.query(`delete from tile_stamp where brand_id = $1 and month >= ${scopesMonth}`, [brandId]);
}

const names = [
  ...(['annotation', 'company', 'channel', 'url', 'domain', 'query', 'recorder', 'version'] as const),
  // Whoever makes notices holds the row of the webhook, so that row goes first.
  ...(['webhook', 'notice'] as const),
];

function removeFrom(table: (typeof names)[number]) {
  return async (client: pg.ClientBase, brandId: string): Promise<void> => {
    await client.query(`delete from ${table} where brand_id = $1`, [brandId]);
  };
}

async function end(client: pg.ClientBase, brandId: string): Promise<void> {
  await client.query('update deletion set unfinished = false where brand_id = $1', [brandId]);
}
