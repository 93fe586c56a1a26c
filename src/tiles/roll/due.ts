// Which brands have something to roll: marks, or prompts whose tags moved or that are deleted.

import { eachNode } from '../../database/citus/brands.js';
import type { Database } from '../../database/postgres.js';

/** On a cluster every node is asked for its own brands: one that is unavailable fails neither the others nor the pass. */
const marked = 'select distinct brand_id as id from mark where brand_id = any($1)';
const moved = `
  select distinct prompt.brand_id as id
  from prompt left join prompt_scope
    on prompt_scope.brand_id = prompt.brand_id and prompt_scope.brand_id = any($1) and prompt_scope.prompt = prompt.number
  where prompt.brand_id = any($1)
    and (prompt_scope.scope is null or not (prompt.tags <@ prompt_scope.tags and prompt.tags @> prompt_scope.tags))`;
const deleted = `
  select distinct brand_id as id from prompt_scope where brand_id = any($1) and not exists (
    select from prompt where prompt.brand_id = prompt_scope.brand_id and prompt.number = prompt_scope.prompt
  )`;

const inOneDatabase = `
  select id from brand where exists (select from mark where mark.brand_id = brand.id) or exists (
    select from prompt left join prompt_scope on prompt_scope.brand_id = brand.id and prompt_scope.prompt = prompt.number
    where prompt.brand_id = brand.id
      and (prompt_scope.scope is null or not (prompt.tags <@ prompt_scope.tags and prompt.tags @> prompt_scope.tags))
  ) or exists (
    select from prompt_scope where prompt_scope.brand_id = brand.id and not exists (
      select from prompt where prompt.brand_id = brand.id and prompt.number = prompt_scope.prompt
    )
  ) order by id`;

type Id = { readonly id: string };

/**
 * The ids of the brands with something to roll. On a cluster `onUnreachable` is called with the error of each node that cannot be reached,
 * whose brands are left out.
 */
export async function brandsToRoll(
  db: Database,
  onUnreachable: (error: unknown) => void = rethrow,
): Promise<readonly string[]> {
  const { pool, isDistributed } = db;
  if (!isDistributed) return (await pool.query<Id>(inOneDatabase)).rows.map(({ id }) => id);
  const ask = (brandIds: readonly string[], signal: AbortSignal) =>
    db.withoutTransaction(async (client) => {
      const due = new Set<string>();
      for (const sql of [marked, moved, deleted])
        for (const { id } of (await client.query<Id>(sql, [brandIds])).rows) due.add(id);
      return [...due];
    }, signal);
  return (await eachNode(db, ask, onUnreachable)).flat().sort();
}

function rethrow(error: unknown): never {
  throw error;
}
