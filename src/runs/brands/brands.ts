// What is known of brands beside their pages and figures, in one statement each for many brands.

import { bindings, ofBrands } from '../../database/bindings.js';
import type { Channel } from '../../domain/selection/channel.js';
import { type Queryable, rowsOfEach } from '../../tiles/plain/rows.js';

interface BrandChannel extends Pick<Channel, 'model' | 'provider' | 'market'> {
  readonly brandId: string;
}

/** The rows of each brand, in the order of `brandIds`. */
export function byBrand<Row extends { readonly brandId: string }>(brandIds: readonly string[], rows: readonly Row[]) {
  const found = new Map(brandIds.map((id): [string, Row[]] => [id, []]));
  for (const row of rows) found.get(row.brandId)?.push(row);
  return brandIds.map((id) => found.get(id) ?? []);
}

/** The models, providers and markets of the channels of each brand that have a run, in any order. */
export async function readChannels(db: Queryable, brandIds: readonly string[]): Promise<readonly BrandChannel[]> {
  const { values, bind } = bindings();
  const isOurs = ofBrands(brandIds, bind);
  const { rows } = await db.query<BrandChannel>(
    `select brand_id as "brandId", model, provider, market from channel where ${isOurs('brand_id')} and runs > 0`,
    values,
  );
  return rows;
}

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

/** Instants of a brand's first and last run, epoch milliseconds; `null` where it has none. */
export interface Span {
  readonly first: number | null;
  readonly last: number | null;
}

/** The spans of `brandIds`, in their order: two index look-ups a brand, one statement for all. */
export async function readSpans(db: Queryable, brandIds: readonly string[]): Promise<readonly Span[]> {
  const found = await rowsOfEach<Span, string>(db, brandIds, (brandId, place, bind) => {
    const brand = bind(brandId);
    const created = (which: string) =>
      `(select (extract(epoch from ${which}(created_at)) * 1000)::float8 from run where brand_id = ${brand})`;
    return `select ${place} as ask, ${created('min')} as first, ${created('max')} as last`;
  });
  return found.map(([span]) => ({ first: span?.first ?? null, last: span?.last ?? null }));
}
