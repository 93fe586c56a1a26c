// Marks: what is recorded but not yet in the tiles. Whoever writes runs leaves them in the same transaction; the roller, which sees
// one snapshot, deletes exactly those that it saw.

import type pg from 'pg';
import { at } from '../../domain/counts/maps.js';
import { firstInstant, lastInstant, quarterMs } from '../../domain/limits.js';
import { quartersADay, type Range } from '../packed/levels.js';
import type { OfBrand } from './of-brand.js';
import { isWithinQuarters, quarterOfRun } from './quarters.js';

/** A quarter hour that changed: by `added` new runs alone, or in a way that requires it to be rebuilt (`null`). */
export interface Mark {
  readonly quarter: number;
  readonly added: readonly string[] | null;
}

/** The quarters of the years 0001 to 9999. */
const everyQuarter: Range = {
  first: Math.floor(firstInstant / quarterMs),
  last: Math.floor(lastInstant / quarterMs),
};

/** The number of the quarter hour in which an instant (epoch ms) lies. */
export const quarterOf = (instant: number): number => Math.floor(instant / quarterMs);

/** Leaves marks, all in one statement. */
export async function leaveMarks(
  client: pg.ClientBase,
  marks: readonly (Mark & { readonly brandId: string })[],
): Promise<void> {
  if (marks.length === 0) return;
  await client.query(
    `insert into mark (brand_id, quarter, added)
     select brand_id, quarter, added::uuid[] from unnest($1::text[], $2::integer[], $3::text[]) as given (brand_id, quarter, added)`,
    [
      marks.map((mark) => mark.brandId),
      marks.map((mark) => mark.quarter),
      marks.map((mark) => (mark.added ? `{${mark.added.join(',')}}` : null)),
    ],
  );
}

/** A run that was written: when it was created, and when the version that it replaces was. Epoch milliseconds. */
interface WrittenRun {
  readonly brandId: string;
  readonly id: string;
  readonly createdAt: number;
  readonly replacedAt: number | null;
}

/** The marks that written runs call for: new runs by quarter; a replaced run makes its old and its new quarter stale. */
export function marksOf(runs: readonly WrittenRun[]): (Mark & { readonly brandId: string })[] {
  const marks = new Map<string, { brandId: string; quarter: number; added: string[] | null }>();
  for (const { brandId, id, createdAt, replacedAt } of runs) {
    for (const instant of replacedAt === null ? [createdAt] : [replacedAt, createdAt]) {
      const quarter = quarterOf(instant);
      const mark = at(marks, `${quarter} ${brandId}`, () => ({ brandId, quarter, added: [] }));
      if (replacedAt === null) mark.added?.push(id);
      else mark.added = null;
    }
  }
  return [...marks.values()];
}

/** Marks the quarters of runs that are about to be deleted, so that the next roll rebuilds their tiles. */
export async function markRuns(client: pg.ClientBase, brandId: string, ids: readonly string[]): Promise<void> {
  await client.query(
    `insert into mark (brand_id, quarter) select $1, quarter from (
       select distinct ${quarterOfRun} as quarter from run where brand_id = $1 and id = any($2::uuid[])
     ) as found`,
    [brandId, ids],
  );
}

/** The marks of a brand within a range of quarters. */
export async function readMarks({ client, brandId }: OfBrand, quarters: Range): Promise<readonly Mark[]> {
  const { rows } = await client.query<Mark>(
    `select brand_id as "brandId", quarter, added from mark where brand_id = any($1) and quarter between $2 and $3 order by quarter`,
    [[brandId], quarters.first, quarters.last],
  );
  return rows;
}

/** Deletes the marks of days that the transaction's snapshot holds. */
export async function deleteMarks({ client, brandId }: OfBrand, days: readonly number[]): Promise<void> {
  await client.query(
    `delete from mark using unnest($2::integer[]) as day
     where brand_id = $1 and quarter between day * ${quartersADay} and day * ${quartersADay} + ${quartersADay - 1}`,
    [brandId, days],
  );
}

/** Quarters with marks, ascending, but for those of days that were marked in the last `settledMs`. */
export async function markedQuarters({ client, brandId }: OfBrand, settledMs: number): Promise<readonly number[]> {
  const day = `floor(quarter / ${quartersADay}.0)`;
  const { rows } = await client.query<{ quarter: number }>(
    `select distinct quarter from mark where brand_id = $1 and ${day} not in (
       select ${day} from mark where brand_id = $1 and made_at > now() - $2::float8 * interval '1 millisecond'
     ) order by quarter`,
    [brandId, settledMs],
  );
  return rows.map((row) => row.quarter);
}

/** The quarters in a range that have a run or a tile. */
const quartersIn = `select ${quarterOfRun} as quarter from run where brand_id = $1 and ${isWithinQuarters('$2', '$3')}
  union select quarter from quarter_tile where brand_id = $1 and quarter between $2 and $3`;

/** Marks every quarter in a range that has a run or a tile, so that the next roll rebuilds its tiles. */
export async function markStale(client: pg.ClientBase | pg.Pool, brandId: string, quarters: Range): Promise<void> {
  await client.query(`insert into mark (brand_id, quarter) select $1, quarter from (${quartersIn}) as found`, [
    brandId,
    quarters.first,
    quarters.last,
  ]);
}

/** Marks the first of them alone. */
export async function markFirst(client: pg.ClientBase, brandId: string, quarters: Range): Promise<void> {
  await client.query(
    `insert into mark (brand_id, quarter)
     select $1, first from (select min(quarter) as first from (${quartersIn}) as found) as one where first is not null`,
    [brandId, quarters.first, quarters.last],
  );
}

/** Marks everything of the brand, so that the next roll rebuilds all its tiles. */
export async function markEverything(client: pg.ClientBase | pg.Pool, brandId: string): Promise<void> {
  await markStale(client, brandId, everyQuarter);
}

/** What marks mean for a reader: quarters to read from raw rows, and runs to add to what the tiles say. */
export function sortMarks(marks: readonly Mark[]): {
  readonly stale: ReadonlySet<number>;
  readonly added: readonly string[];
} {
  const stale = new Set(marks.filter((mark) => mark.added === null).map((mark) => mark.quarter));
  return { stale, added: marks.flatMap((mark) => (mark.added && !stale.has(mark.quarter) ? mark.added : [])) };
}
