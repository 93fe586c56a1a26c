// Sizes of what a request names, read before anything else of it. The brands and prompts that come with them are not read again.

import type { Reading } from '../database/until.js';
import { byCodePoint } from '../domain/metrics.js';
import { type FoundSizes, readSizes, type SizesAsk } from '../runs/sizes.js';
import type { Brand, entityLoaders, listLoaders } from './entities.js';

export type { BrandSizes, FoundSizes, SizeColumn, SizesAsk } from '../runs/sizes.js';
export { noSizes, sizeColumns } from '../runs/sizes.js';

type Primed = Pick<ReturnType<typeof entityLoaders>, 'brand' | 'prompt' | 'models'> &
  Pick<ReturnType<typeof listLoaders>, 'allBrands' | 'brandsOf'>;

/** Reads sizes; the loaders then know every brand and prompt that was named, the models where they were asked for, and that there is none of a name that was not found. */
export function sizesReader({ pool }: Reading, loaders: Primed): (ask: SizesAsk) => Promise<FoundSizes> {
  return async (ask) => {
    const found = await readSizes(pool, ask);
    const brands = new Map(found.brands.map((brand) => [brand.id, brand]));
    const prompts = new Map(found.prompts.map((prompt) => [prompt.id, prompt]));
    // The empty id is the brand of a prompt that does not exist.
    for (const id of ['', ...ask.brandIds, ...brands.keys()]) loaders.brand.prime(id, brands.get(id) ?? null);
    for (const id of ask.promptIds) loaders.prompt.prime(id, prompts.get(id) ?? null);
    if (found.models) loaders.models.prime('all', byId(found.models));
    if (ask.more) primeLists(loaders, found.brands, ask.more.organizationId);
    return found;
  };
}

function primeLists(loaders: Primed, found: readonly Brand[], organizationId: string | null): void {
  const brands = byId(found);
  if (organizationId === null) loaders.allBrands.prime('all', brands);
  else
    loaders.brandsOf.prime(
      organizationId,
      brands.filter((brand) => brand.organizationId === organizationId),
    );
}

function byId<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((a, b) => byCodePoint(a.id, b.id));
}
