// Advisory locks that serialize recorders: while a batch is written, nothing that it depends on changes. Released with the transaction.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';
import type { PromptState } from '../admit/state.js';
import { findPrompts } from './lookups.js';

/** Number of attempts of a transaction that conflicts with others. */
const maxAttempts = 20;

/** Another recorder added a prompt while this one waited for its locks, so another brand has to be locked. */
class MissingLock extends Error {}

/** Runs `work` in a transaction that may wait long for its locks; again where it conflicts with another. */
export async function transactLocked<T>(db: Database, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (client) => {
        await client.query('set local statement_timeout = 0');
        return work(client);
      });
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
    }
  }
}

/** Whether a transaction conflicted with a concurrent one, so that a retry can succeed. */
function isConflict(error: unknown): boolean {
  if (error instanceof MissingLock) return true;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '40001' || code === '40P01';
}

/** What a transaction changes or depends on. */
interface ToLock {
  /** Whether it changes anything besides runs. */
  readonly hasReferences: boolean;
  readonly promptIds: readonly string[];
  readonly brandIds: readonly string[];
}

/** Acquires the locks of everything that a transaction changes or depends on, and finds its prompts and brands. */
export async function lockAll(client: pg.ClientBase, { hasReferences, promptIds, brandIds: given }: ToLock) {
  if (hasReferences) await lockReferences(client);
  const before = await findPrompts(client, promptIds);
  const brandIds = [...new Set([...given, ...[...before.values()].map((prompt) => prompt.brandId)])];
  await lockBrands(client, brandIds);
  // Those of a deletion may be gone by now.
  const prompts = await findPrompts(client, promptIds);
  const locked = new Set(brandIds);
  if ([...prompts.values()].some((prompt: PromptState) => !locked.has(prompt.brandId))) throw new MissingLock();
  return { prompts, brandIds };
}

/** Waits until no other batch with records other than runs is being written. Acquire it before the locks of brands. */
async function lockReferences(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('sightline recording', 0))");
}

/** Waits until no other batch of these brands is being written. Acquired in a fixed order, so that batches cannot deadlock. */
export async function lockBrands(client: pg.ClientBase, brandIds: readonly string[]): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('sightline recording ' || id, 0) as key from unnest($1::text[]) as id order by 1
     ) as keys`,
    [brandIds],
  );
}
