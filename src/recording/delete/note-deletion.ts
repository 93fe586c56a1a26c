// What a deletion leaves: its count, by which recorders see that what they remember may be gone, the highest numbers that were given, and how many of
// them are of nothing any more.

import type pg from 'pg';

const numbered = ['company', 'channel', 'domain', 'url', 'query'] as const;
/** What is counted by its numbers. */
const counted = ['prompt', 'domain', 'url', 'query'] as const;

/** Notes a deletion of the brand, before anything goes. `isWhole`: of all of it, to be finished by `finishDeletion`. */
export async function noteDeletion(client: pg.ClientBase, brandId: string, isWhole = false): Promise<void> {
  const columns = ['prompt', ...numbered];
  const highest = [
    'coalesce((select max(number) from prompt where brand_id = $1), 0)',
    ...numbered.map((table) => `coalesce((select max(id) from ${table} where brand_id = $1), 0)`),
  ];
  await client.query(
    `insert into deletion (brand_id, deletions, unfinished, ${columns})
     select $1::text, 1, $2::boolean, ${highest}
     on conflict (brand_id) do update set deletions = deletion.deletions + 1, unfinished = deletion.unfinished or excluded.unfinished,
       ${columns.map((column) => `${column} = greatest(deletion.${column}, excluded.${column})`)}`,
    [brandId, isWhole],
  );
  if (!isWhole) return;
  await client.query(
    `update deletion set ${counted.map((column) => `gone_${column} = ${column}`)} where brand_id = $1`,
    [brandId],
  );
}

/** How many rows of a deletion have gone, by what has their numbers. */
export type Gone = Readonly<Record<(typeof counted)[number], number>>;

/** Notes how many rows went with the deletion that was noted before. */
export async function noteGone(client: pg.ClientBase, brandId: string, gone: Gone): Promise<void> {
  await client.query(
    `update deletion set ${counted.map((column, place) => `gone_${column} = gone_${column} + $${place + 2}`)} where brand_id = $1`,
    [brandId, ...counted.map((column) => gone[column])],
  );
}
