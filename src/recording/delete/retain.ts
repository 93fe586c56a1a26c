// Removes what is older than it is to be kept: the texts of answers, or runs with all that they had. In batches, each a transaction of its own: an
// interrupted removal has done a part, and is repeated.

import type pg from 'pg';
import type { Database } from '../../database/postgres.js';
import { renewVersions } from '../../tiles/stored/version.js';
import { lockBrands, transactLocked } from '../write/locks.js';
import { deleteFromBrand } from './delete-runs.js';

/** Runs of one transaction. */
const batchRuns = 20_000;

interface Older {
  readonly brandId: string;
  /** What was created before goes. */
  readonly before: Date;
}

/** Removes the texts of older answers. Figures stay as they are. Resolves to their number. */
export async function removeTexts(db: Database, older: Older): Promise<number> {
  let [removed, from]: [number, Place] = [0, start];
  for (let last: Place | null = start; last !== null; from = last ?? from) {
    const batch = await locked(db, older, (client) => removeSomeTexts(client, older, from));
    removed += batch?.removed ?? 0;
    last = batch?.last ?? null;
  }
  return removed;
}

/** The last run of a batch, in the order of time. */
interface Place {
  readonly id: string;
  readonly instant: string;
}

const start: Place = { id: '00000000-0000-0000-0000-000000000000', instant: '-infinity' };

async function removeSomeTexts(client: pg.ClientBase, { brandId, before }: Older, from: Place) {
  const { rows } = await client.query<Place>(
    `select id, created_at::text as instant from run
     where brand_id = $1 and (created_at, id) > ($2::timestamptz, $3::uuid) and created_at < $4
     order by created_at, id limit ${batchRuns}`,
    [brandId, from.instant, from.id, before],
  );
  const { rowCount } = await client.query(
    'update answer set text = null where brand_id = $1 and run_id = any($2::uuid[]) and text is not null',
    [brandId, rows.map(({ id }) => id)],
  );
  if (rowCount) await renewVersions(client, [brandId]);
  return { removed: rowCount ?? 0, last: rows.length === batchRuns ? (rows.at(-1) ?? null) : null };
}

/** Deletes older runs, the oldest first. Resolves to their number. */
export async function removeRuns(db: Database, older: Older): Promise<number> {
  let removed = 0;
  for (let last = batchRuns; last === batchRuns; removed += last) {
    last = (await locked(db, older, (client) => removeSomeRuns(client, older))) ?? 0;
  }
  return removed;
}

async function removeSomeRuns(client: pg.ClientBase, { brandId, before }: Older): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select id from run where brand_id = $1 and created_at < $2 order by created_at limit ${batchRuns}`,
    [brandId, before],
  );
  if (rows.length > 0) await deleteFromBrand(client, brandId, { runIds: rows.map(({ id }) => id), promptIds: [] });
  return rows.length;
}

/** `null` where the brand is gone: what is left of it goes with its deletion. */
function locked<T>(db: Database, { brandId }: Older, work: (client: pg.ClientBase) => Promise<T>): Promise<T | null> {
  return transactLocked(db, async (client) => {
    await lockBrands(client, [brandId]);
    const { rowCount } = await client.query('select from brand where id = $1', [brandId]);
    return rowCount === 0 ? null : work(client);
  });
}
