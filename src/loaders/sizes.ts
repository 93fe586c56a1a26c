// Sizes of what a request names, read before anything else of it. The brands and prompts that come with them are not read again.

import type { Reading } from '../database/until.js';
import { type FoundSizes, readSizes, type SizesAsk } from '../runs/sizes.js';
import type { Caches } from './caches.js';
import { type Brand, type entityLoaders, idOf, type listLoaders, sorted } from './entities.js';

export type { BrandSizes, FoundSizes, SizeColumn, SizesAsk } from '../runs/sizes.js';
export { noSizes, sizeColumns } from '../runs/sizes.js';

type Primed = Pick<ReturnType<typeof entityLoaders>, 'brand' | 'prompt' | 'promptRow' | 'models'> &
  Pick<ReturnType<typeof listLoaders>, 'allBrands' | 'brandsOf'>;

interface SizesOptions {
  readonly cache: Caches['sizes'];
  /** Of everything that the request names, read before; `null`: not known, so its sizes are read. */
  readonly version: () => string | null;
}

/** Reads sizes; the loaders then know every brand and prompt that was named, the models where they were asked for, and that there is none of a name that was not found. */
export function sizesReader(
  db: Reading,
  loaders: Primed,
  { cache, version }: SizesOptions,
): (ask: SizesAsk) => Promise<FoundSizes> {
  const read = async (ask: SizesAsk): Promise<FoundSizes> => {
    const known = version();
    // A version says nothing of brands that are not named.
    if (known === null || ask.more !== null) return await readSizes(db, ask);
    const name = JSON.stringify([known, ask.brandIds, ask.promptIds, [...ask.columns], ask.models]);
    const cached = cache.get(name);
    if (cached) {
      db.findKept();
      return cached;
    }
    const found = await readSizes(db, ask);
    if (!found.brands.some(({ id }) => db.unreachable.has(id))) cache.set(name, found);
    return found;
  };
  return async (ask) => {
    const found = await read(ask);
    const brands = new Map(found.brands.map((brand) => [brand.id, brand]));
    const prompts = new Map(found.prompts.map((prompt) => [prompt.id, prompt]));
    // The empty id is the brand of a prompt that does not exist.
    for (const id of ['', ...ask.brandIds, ...brands.keys()]) loaders.brand.prime(id, brands.get(id) ?? null);
    for (const id of ask.promptIds) {
      const prompt = prompts.get(id) ?? null;
      loaders.prompt.prime(id, prompt);
      loaders.promptRow.prime(id, prompt && { ...prompt, bytes: 0 });
    }
    if (found.models) loaders.models.prime('all', sorted(found.models, idOf));
    if (ask.more) primeLists(loaders, found.brands, ask.more.organizationId);
    return found;
  };
}

function primeLists(loaders: Primed, found: readonly Brand[], organizationId: string | null): void {
  const brands = sorted(found, idOf);
  if (organizationId === null) loaders.allBrands.prime('all', brands);
  else
    loaders.brandsOf.prime(
      organizationId,
      brands.filter((brand) => brand.organizationId === organizationId),
    );
}
