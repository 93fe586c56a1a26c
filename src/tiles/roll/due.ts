// Which brands have something to roll: marks, or prompts whose tags moved or that are deleted.

import type pg from 'pg';
import { eachNode } from '../../database/citus/brands.js';
import type { Database } from '../../database/postgres.js';
import { isMoved } from '../stored/scopes.js';

/** So many new runs cost each question more than tiles that changed. */
const manyRuns = 1_000;

interface DueOptions {
  /** Called on a cluster with the error of each node that cannot be reached, whose brands are left out; by default it is thrown. */
  readonly onUnreachable?: ((error: unknown) => void) | undefined;
  /** For so long, in milliseconds, a few new runs are no reason to roll a brand; 0 by default. */
  readonly gatherMs?: number | undefined;
}

/** The brands among some with marks; with `gatherMs`, those with a mark that is as old or rebuilds a quarter, or with many new runs. */
function marked(among: string, gatherMs: number): string {
  const isOld = `made_at <= now() - ${gatherMs} * interval '1 millisecond'`;
  const isDue = `bool_or(added is null or ${isOld}) or sum(cardinality(added)) >= ${manyRuns}`;
  return `select brand_id as id from mark where ${among} group by brand_id ${gatherMs > 0 ? `having ${isDue}` : ''}`;
}

/** On a cluster every node is asked for its own brands: one that is unavailable fails neither the others nor the pass. */
const moved = `
  select distinct prompt.brand_id as id
  from prompt left join prompt_scope
    on prompt_scope.brand_id = prompt.brand_id and prompt_scope.brand_id = any($1) and prompt_scope.prompt = prompt.number
  where prompt.brand_id = any($1)
    and ${isMoved}`;
const deleted = `
  select distinct brand_id as id from prompt_scope where brand_id = any($1) and not exists (
    select from prompt where prompt.brand_id = prompt_scope.brand_id and prompt.number = prompt_scope.prompt
  )`;

const inOneDatabase = (gatherMs: number) => `
  select id from brand where id in (${marked('true', gatherMs)}) or exists (
    select from prompt left join prompt_scope on prompt_scope.brand_id = brand.id and prompt_scope.prompt = prompt.number
    where prompt.brand_id = brand.id and ${isMoved}
  ) or exists (
    select from prompt_scope where prompt_scope.brand_id = brand.id and not exists (
      select from prompt where prompt.brand_id = brand.id and prompt.number = prompt_scope.prompt
    )
  ) order by id`;

type Id = { readonly id: string };

/** The ids of the brands with something to roll. */
export async function brandsToRoll(
  db: Database,
  { onUnreachable, gatherMs = 0 }: DueOptions = {},
): Promise<readonly string[]> {
  const { pool, isDistributed } = db;
  if (!isDistributed) return (await pool.query<Id>(inOneDatabase(gatherMs))).rows.map(({ id }) => id);
  const ask = async (client: pg.ClientBase, brandIds: readonly string[]) => {
    const due = new Set<string>();
    for (const sql of [marked('brand_id = any($1)', gatherMs), moved, deleted])
      for (const { id } of (await client.query<Id>(sql, [brandIds])).rows) due.add(id);
    return [...due];
  };
  return (await eachNode(db, ask, onUnreachable)).flat().sort();
}
