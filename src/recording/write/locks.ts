// Advisory locks that serialize recorders: while a batch is written, nothing that it depends on changes. Released with the transaction.

import type pg from 'pg';

/** Waits until no other batch with records other than runs is being written. Acquire it before the locks of brands. */
export async function lockReferences(client: pg.ClientBase): Promise<void> {
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

/** Disables the statement timeout for the transaction: a batch may wait long for its locks. */
export async function disableStatementTimeout(client: pg.ClientBase): Promise<void> {
  await client.query('set local statement_timeout = 0');
}
