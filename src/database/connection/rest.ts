// Brings a connection to rest after a failure, so that it can be used again. The server may not get there: on a cluster, a statement that was cancelled ends
// only when the node has been told, which one that is silent never is.

import type pg from 'pg';
import { inTime } from '../in-time.js';

/** How long a statement that was cancelled, or a rollback, may take to end. */
export const maxEndMs = 1_000;

/** Rolls back whatever is open on `client`. Resolves to whether it is ready for the next statement. */
export function isBroughtToRest(client: pg.ClientBase): Promise<boolean> {
  const rolledBack = client.query('rollback').then(
    () => true,
    () => false,
  );
  return inTime(rolledBack, maxEndMs, () => false);
}

/** Takes `client` out of its pool at once: the driver itself would wait until the server has read that it ends. */
export function discard(client: pg.PoolClient): void {
  const { connection } = client as pg.PoolClient & Pick<pg.Client, 'connection'>; // safe because every client of a pool is one that connects
  connection.stream.destroy();
  client.release(true);
}
