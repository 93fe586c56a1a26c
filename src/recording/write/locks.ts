// Two recorders behave as one: while a batch is written, nothing that it depends on changes under it. Locks end with the transaction.

import type pg from 'pg';

/** Waits until no other batch that holds anything but runs is being written. Take it before any brand. */
export async function lockReferences(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('sightline recording', 0))");
}

/** Waits until no other batch of these brands is being written. In one order everywhere, so that two batches never wait for each other. */
export async function lockBrands(client: pg.ClientBase, brandIds: readonly string[]): Promise<void> {
  await client.query(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended('sightline recording ' || id, 0) as key from unnest($1::text[]) as id order by 1
     ) as keys`,
    [brandIds],
  );
}

/** Lifts the limit on one statement's time until the transaction ends: a batch may wait long for its turn. */
export async function liftStatementTimeout(client: pg.ClientBase): Promise<void> {
  await client.query('set local statement_timeout = 0');
}
