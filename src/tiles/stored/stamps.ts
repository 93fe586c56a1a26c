// Stamps: equal stamps of a month mean equal tiles of it. Whoever writes tiles of a month, of any level, its quarter tiles, postings or runs by
// prompt renews its stamp in the same transaction. So what is read of a month may be kept, by any process, until its stamp changes.

import type pg from 'pg';

/** In place of a month: the tiles of combinations and tags, of all months, and which prompts they are about. */
export const scopesMonth = 0;

/** Gives months of a brand new stamps. */
export async function renewStamps(client: pg.ClientBase, brandId: string, months: readonly number[]): Promise<void> {
  await client.query(
    `insert into tile_stamp (brand_id, month, stamp)
     select $1, month, gen_random_uuid() from unnest($2::integer[]) as month order by month
     on conflict (brand_id, month) do update set stamp = excluded.stamp`,
    [brandId, months],
  );
}
