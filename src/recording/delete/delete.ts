// Deletes records: runs, prompts with their runs, and brands with everything. What is not there is deleted already, so that it is safe to repeat.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';
import type { Reach } from '../admit/state.js';
import { type Deletion, ofType } from '../prepare/records.js';
import { lockAll, transactLocked } from '../write/locks.js';
import { findPrompts } from '../write/lookups.js';
import { type Deleted, deleteBrand } from './delete-brand.js';
import { deleteFromBrand } from './delete-runs.js';

/** What was deleted, and the brands that are there still and have changed. */
interface DeletedOf extends Deleted {
  readonly brandIds: readonly string[];
}

/** Deletes all of them; the runs and prompts of all brands in one transaction. */
export async function deleteRecords(
  db: Database,
  given: readonly Deletion['of'][],
  reach: Reach = null,
): Promise<DeletedOf> {
  const { brandIds, runs, promptIds } = byType(given);
  const within =
    runs.length + promptIds.length > 0
      ? await transactLocked(db, (client) => deleteIn(client, { runs, promptIds }, reach))
      : nothing;
  const all: Deleted[] = [within];
  for (const id of brandIds) all.push(await deleteBrand(db, id, reach));
  const total = (key: keyof Deleted) => all.reduce((sum, each) => sum + each[key], 0);
  return { brands: total('brands'), prompts: total('prompts'), runs: total('runs'), brandIds: within.brandIds };
}

const nothing: DeletedOf = { brands: 0, prompts: 0, runs: 0, brandIds: [] };

/** How much `deleteRecords` would delete, and the ids that name nothing. */
export async function countRecords(
  db: Database,
  given: readonly Deletion['of'][],
): Promise<Deleted & { readonly unknown: readonly string[] }> {
  const { brandIds, runs, promptIds } = byType(given);
  return db.transaction(async (client) => {
    const prompts = await findPrompts(client, [...promptIds, ...runs.map(({ promptId }) => promptId)]);
    const known = new Set(promptIds.filter((id) => prompts.has(id)));
    const found = { brands: 0, prompts: 0, runs: 0 };
    for (const brandId of new Set([...prompts.values()].map((prompt) => prompt.brandId))) {
      const runIds = await findRunIds(client, brandId, { promptIds, runs });
      for (const id of runIds) known.add(id);
      // With a brand that is named, all of it is counted.
      if (brandIds.has(brandId)) continue;
      found.prompts += promptIds.filter((id) => prompts.get(id)?.brandId === brandId).length;
      found.runs += runIds.length;
    }
    for (const brandId of brandIds) {
      const { rows } = await client.query<{ prompts: number; runs: number }>(
        `select (select count(*) from prompt where brand_id = $1)::float8 as prompts,
           (select coalesce(sum(runs), 0) from channel where brand_id = $1)::float8 as runs from brand where id = $1`,
        [brandId],
      );
      const [brand] = rows;
      if (!brand) continue;
      known.add(brandId);
      found.brands++;
      found.prompts += brand.prompts;
      found.runs += brand.runs;
    }
    return { ...found, unknown: [...new Set(given.map(({ id }) => id))].filter((id) => !known.has(id)) };
  });
}

/** What is to be deleted, by its type; brands and prompts once. */
function byType(given: readonly Deletion['of'][]) {
  const idsOf = (type: 'brand' | 'prompt') => new Set(ofType(given, type).map(({ id }) => id));
  return { brandIds: idsOf('brand'), promptIds: [...idsOf('prompt')], runs: ofType(given, 'run') };
}

interface RunsAndPrompts {
  readonly runs: readonly { readonly id: string; readonly promptId: string }[];
  readonly promptIds: readonly string[];
}

async function deleteIn(client: pg.ClientBase, { runs, promptIds }: RunsAndPrompts, reach: Reach): Promise<DeletedOf> {
  const { prompts, brandIds, foreign } = await lockAll(client, {
    // Whoever records one of the prompts for another brand waits for that of this one.
    hasReferences: false,
    promptIds: [...new Set([...promptIds, ...runs.map(({ promptId }) => promptId)])],
    brandIds: [],
    reach,
  });
  const deleted = { brands: 0, prompts: 0, runs: 0, brandIds: [] as string[] };
  for (const brandId of brandIds.filter((id) => !foreign.has(id))) {
    const isOurs = (promptId: string) => prompts.get(promptId)?.brandId === brandId;
    const ours = { promptIds: promptIds.filter(isOurs), runs: runs.filter(({ promptId }) => isOurs(promptId)) };
    const runIds = await findRunIds(client, brandId, ours);
    if (runIds.length + ours.promptIds.length === 0) continue;
    await deleteFromBrand(client, brandId, { runIds, promptIds: ours.promptIds });
    deleted.prompts += ours.promptIds.length;
    deleted.runs += runIds.length;
    deleted.brandIds.push(brandId);
  }
  return deleted;
}

/** The runs of the prompts, and those that are named, under the prompt that is named with them. */
async function findRunIds(
  client: pg.ClientBase,
  brandId: string,
  { promptIds, runs }: RunsAndPrompts,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from run where brand_id = $1 and prompt_id = any($2::uuid[])
     union select id from run where brand_id = $1 and id = any($3::uuid[]) and id::text || prompt_id = any($4::text[])`,
    [brandId, promptIds, runs.map(({ id }) => id), runs.map(({ id, promptId }) => id + promptId)],
  );
  return rows.map(({ id }) => id);
}
