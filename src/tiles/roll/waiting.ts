// How much waits to be rolled. On a cluster every node is asked for its own brands, so that one that is unavailable leaves out these alone.

import type pg from 'pg';
import { eachNode } from '../../database/citus/brands.js';
import type { Database } from '../../database/postgres.js';

/** Quarter hours with marks, brands that have any, the first such quarter, and since when the oldest mark waits; `null`: none does. */
interface Waiting {
  readonly quarters: number;
  readonly brands: number;
  readonly first: number | null;
  readonly oldest: Date | null;
}

type OnUnreachable = (error: unknown) => void;

/** The marks of all brands. On a cluster `onUnreachable` is called with the error of each node that cannot be reached, whose brands are left out. */
export async function countMarks(db: Database, onUnreachable?: OnUnreachable): Promise<Waiting> {
  const select = (marks: string) =>
    `select count(distinct (brand_id, quarter))::int as quarters, count(distinct brand_id)::int as brands,
       min(quarter) as first, min(made_at) as oldest from ${marks}`;
  const found = await askNodes<Waiting>(db, select, onUnreachable);
  return {
    quarters: found.reduce((sum, { quarters }) => sum + quarters, 0),
    brands: found.reduce((sum, { brands }) => sum + brands, 0),
    first: least(found.map(({ first }) => first)),
    oldest: least(found.map(({ oldest }) => oldest)),
  };
}

/** Since when the oldest mark waits; `null`: none does. On a cluster like `countMarks`. */
export async function oldestMark(db: Database, onUnreachable?: OnUnreachable): Promise<Date | null> {
  const select = (marks: string) => `select min(made_at) as oldest from ${marks}`;
  const found = await askNodes<Pick<Waiting, 'oldest'>>(db, select, onUnreachable);
  return least(found.map(({ oldest }) => oldest));
}

/** The rows of a statement over the marks of each node, or of the one database. */
async function askNodes<Row extends object>(
  db: Database,
  select: (marks: string) => string,
  onUnreachable: OnUnreachable | undefined,
): Promise<readonly Row[]> {
  if (!db.isDistributed) return (await db.pool.query<Row>(select('mark'))).rows;
  const ask = async (client: pg.ClientBase, brandIds: readonly string[]) =>
    (await client.query<Row>(select('mark where brand_id = any($1)'), [brandIds])).rows;
  return (await eachNode(db, ask, onUnreachable)).flat();
}

function least<T extends number | Date>(values: readonly (T | null)[]): T | null {
  return values.reduce((one, other) => (one === null || (other !== null && other < one) ? other : one), null);
}
