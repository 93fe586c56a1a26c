// A PostgreSQL database: one bounded pool, shared by Prisma (entities) and by computed figures.

import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';

export interface Database extends AsyncDisposable {
  /** For computed figures and bulk writes. */
  readonly pool: pg.Pool;
  /** For entities; it runs on the same pool. */
  readonly prisma: PrismaClient;
  /** Runs `work` in one REPEATABLE READ, READ ONLY transaction: all that it reads is of one instant. */
  snapshot<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
  /** Runs `work` in one transaction; it commits when `work` fulfils and rolls back when it rejects. */
  transaction<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}
