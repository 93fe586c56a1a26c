// What the runs of brands came through, in one statement for many brands.

import { bindings, ofBrands } from '../../database/bindings.js';
import type { Queryable } from '../read.js';

interface BrandChannel {
  readonly brandId: string;
  readonly model: string;
  readonly provider: string;
  readonly market: string | null;
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
