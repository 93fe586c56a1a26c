// The competitors that brands track now.

import type { Queryable } from '../read.js';

interface CompetitorRow {
  readonly brandId: string;
  readonly name: string;
}

/** The tracked competitors of all `brandIds`, in one statement. */
export async function readCompetitors(db: Queryable, brandIds: readonly string[]): Promise<readonly CompetitorRow[]> {
  const { rows } = await db.query<CompetitorRow>(
    'select brand_id as "brandId", name from company where brand_id = any($1) and tracked',
    [brandIds],
  );
  return rows;
}
