// Advisory locks that serialize recorders: while a batch is written, nothing that it depends on changes. Released with the transaction.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';
import { isCode } from '../../errors.js';
import { reaches } from '../admit/reach.js';
import type { PromptState, Reach } from '../admit/state.js';
import { findPrompts } from './lookups.js';

/** Number of attempts of a transaction that conflicts with others. */
const maxAttempts = 20;

/** Another recorder added a prompt while this one waited for its locks, so another brand has to be locked. */
class MissingLock extends Error {}

/**
 * Runs `work` in a transaction that may wait long for its locks; again where it conflicts with another. `server` is another text in another process of
 * PostgreSQL, which may lack what this one had committed.
 */
export async function transactLocked<T>(
  db: Database,
  work: (client: pg.ClientBase, server: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (client) => {
        const { rows } = await client.query<{ server: string }>(
          `select set_config('statement_timeout', '0', true), pg_postmaster_start_time()::text as server`,
        );
        return work(client, rows[0]?.server ?? '');
      });
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

/** Whether a transaction conflicted with a concurrent one, so that a retry can succeed. */
function isConflict(error: unknown): boolean {
  return error instanceof MissingLock || isCode(error, '40001', '40P01');
}

/** What a transaction changes or depends on. */
interface ToLock {
  /** Whether it changes anything besides runs. */
  readonly hasReferences: boolean;
  readonly promptIds: readonly string[];
  readonly brandIds: readonly string[];
  /** Who does it. */
  readonly reach: Reach;
}

/**
 * Acquires the locks of everything that a transaction changes or depends on, and finds its prompts and brands, with those of them that are out of reach.
 * Who waits for a brand holds neither the lock that all brands share nor that of a brand out of reach, for which others would wait as long.
 */
export async function lockAll(client: pg.ClientBase, { hasReferences, promptIds, brandIds: given, reach }: ToLock) {
  const brandsOf = (prompts: ReadonlyMap<string, PromptState>) => [
    ...new Set([...given, ...[...prompts.values()].map(({ brandId }) => brandId)]),
  ];
  const before = brandsOf(await findPrompts(client, promptIds));
  const unlocked = await findForeign(client, before, reach);
  const locked = before.filter((id) => !unlocked.has(id));
  await lockBrands(client, locked);
  if (hasReferences) await lockReferences(client);
  // Those of a deletion may be gone by now.
  const prompts = await findPrompts(client, promptIds);
  const brandIds = brandsOf(prompts);
  const foreign = await findForeign(client, brandIds, reach);
  if (brandIds.some((id) => !locked.includes(id) && !foreign.has(id))) throw new MissingLock();
  return { prompts, brandIds: [...new Set([...locked, ...brandIds])], foreign };
}

/** The brands that are there, but out of reach. */
async function findForeign(
  client: pg.ClientBase,
  brandIds: readonly string[],
  reach: Reach,
): Promise<ReadonlySet<string>> {
  if (reach === null || brandIds.length === 0) return new Set();
  const { rows } = await client.query<{ id: string; organizationId: string }>(
    'select id, organization_id as "organizationId" from brand where id = any($1::text[])',
    [brandIds],
  );
  return new Set(rows.filter((brand) => !reaches(reach, brand)).map(({ id }) => id));
}

/** Waits until no other batch with records other than runs is being written. Acquire it after the locks of brands. */
async function lockReferences(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('sightline recording', 0))");
}

/** Waits until no other batch of these brands is being written. Who waits for one of them holds none of the others, for which others would wait as long. */
export async function lockBrands(client: pg.ClientBase, brandIds: readonly string[]): Promise<void> {
  const [first, ...others] = [...new Set(brandIds)];
  if (first === undefined) return;
  if (others.length > 0) await client.query('savepoint unlocked');
  for (let awaited = first; ; ) {
    await client.query(`select pg_advisory_xact_lock(${keyOf('$1')})`, [awaited]);
    if (others.length === 0) return;
    const { rows } = await client.query<{ id: string }>(
      `select id from unnest($1::text[]) as id where not pg_try_advisory_xact_lock(${keyOf('id')})`,
      [brandIds],
    );
    const [busy] = rows;
    if (!busy) break;
    await client.query('rollback to savepoint unlocked');
    awaited = busy.id;
  }
  await client.query('release savepoint unlocked');
}

const keyOf = (id: string) => `hashtextextended('sightline recording ' || ${id}, 0)`;
