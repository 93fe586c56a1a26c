// The first and the last run of brands.

import type { Queryable } from '../read.js';

/** Instants of a brand's first and last run, epoch milliseconds; `null` where it has none. */
export interface Span {
  readonly first: number | null;
  readonly last: number | null;
}

/** The spans of `brandIds`, in their order: two index look-ups a brand, one statement for all. */
export async function readSpans(db: Queryable, brandIds: readonly string[]): Promise<readonly Span[]> {
  const branches = brandIds.map(
    (_, index) => `select ${index} as brand,
      (select (extract(epoch from min(created_at)) * 1000)::float8 from run where brand_id = $${index + 1}) as first,
      (select (extract(epoch from max(created_at)) * 1000)::float8 from run where brand_id = $${index + 1}) as last`,
  );
  const { rows } = await db.query<Span & { brand: number }>(branches.join('\nunion all\n'), [...brandIds]);
  const spans = brandIds.map((): Span => ({ first: null, last: null }));
  for (const { brand, first, last } of rows) spans[brand] = { first, last };
  return spans;
}
