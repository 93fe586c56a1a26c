// Connections to an Elmo database, on which nothing can be written. A pooler may answer at its address.

import type pg from 'pg';
import { parseAddress } from '../../../database/connection/address.js';
import { openPool } from '../../../database/connection/pool.js';
import { requireSession } from '../../../database/connection/require-session.js';
import { messageOf } from '../../../errors.js';

/** Connects to `address`. Throws in one sentence where it cannot. */
export async function connectToElmo(address: string): Promise<pg.Pool & AsyncDisposable> {
  const pool = openPool(parseAddress(address), { poolSize: 1, statementTimeoutMs: 0, isReadOnly: true });
  try {
    await requireSession(pool);
  } catch (error) {
    await pool.end();
    // Without its cause, by which it would be taken for a failure of the database that is recorded to.
    throw new Error(`The Elmo database cannot be opened: ${messageOf(error)}`);
  }
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}
