// What a deletion leaves: its count, by which recorders see that what they remember may be gone, and the highest numbers that were given.

import type pg from 'pg';

const numbered = ['company', 'channel', 'domain', 'url', 'query'] as const;

/** Notes a deletion of the brand, before anything goes. `isWhole`: of all of it, to be finished by `finishDeletion`. */
export async function noteDeletion(client: pg.ClientBase, brandId: string, isWhole = false): Promise<void> {
  const columns = ['prompt', ...numbered];
  const highest = numbered.map((table) => `coalesce((select max(id) from ${table} where brand_id = $1), 0)`);
  await client.query(
    `insert into deletion (brand_id, deletions, unfinished, ${columns})
     select $1::text, 1, $2::boolean, coalesce((select max(number) from prompt where brand_id = $1), 0), ${highest}
     on conflict (brand_id) do update set deletions = deletion.deletions + 1, unfinished = excluded.unfinished,
       ${columns.map((column) => `${column} = greatest(deletion.${column}, excluded.${column})`)}`,
    [brandId, isWhole],
  );
}
