// Which failures of a read on a replica may be those of the replica alone, so that it is repeated on the primary.

import pg from 'pg';
import { isUnavailable } from '../unavailable.js';

/** The SQLSTATE of a statement that took too long or was cancelled: it would take as long on the primary. */
const cancelled = '57014';

/** Whether `error` came from the server or the way to it: a lost connection, a conflict with recovery, a schema or a file that it lacks. */
export function isReplicaFault(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  return error instanceof pg.DatabaseError && error.code !== cancelled;
}
