// Checks what the viewer can read. A resource that does not exist and one that the viewer cannot read lead to the same error.

import { mayRead } from '../../auth/viewer.js';
import { AppError, unavailable } from '../../errors.js';
import type { Brand, Prompt, PromptRow } from '../../loaders/entities.js';
import type { Context } from '../builder/context.js';

/** The brand with this id; throws `not_found`. */
export async function readableBrand(ctx: Context, brandId: string): Promise<Brand> {
  const brand = await ctx.loaders.brand.load(brandId);
  if (brand && mayRead(ctx.viewer, brand)) return brand;
  throw new AppError('not_found', `There is no brand ${JSON.stringify(brandId)} that this key may read.`);
}

/** The prompt with this id, in lower case, and its brand; throws `not_found`. */
export async function readablePrompt(ctx: Context, promptId: string): Promise<{ prompt: Prompt; brand: Brand }> {
  const prompt = await ctx.loaders.prompt.load(promptId);
  // Loaded even if there is no prompt, so that the number of statements does not reveal what exists.
  const brand = await ctx.loaders.brand.load(prompt?.brandId ?? '');
  if (prompt && brand && mayRead(ctx.viewer, brand)) return { prompt, brand };
  throw new AppError('not_found', `There is no prompt ${JSON.stringify(promptId)} that this key may read.`);
}

/** The row of the prompt with this id; throws `not_found`. Its texts are read only as far as the request has room for them. */
export async function readablePromptRow(ctx: Context, promptId: string): Promise<PromptRow> {
  const prompt = await ctx.loaders.promptRow.load(promptId);
  if (prompt) await readableBrand(ctx, prompt.brandId);
  if (prompt) return prompt;
  throw new AppError('not_found', `There is no prompt ${JSON.stringify(promptId)} that this key may read.`);
}

/** All brands that the viewer can read, by id. */
export async function readableBrands({ viewer, loaders }: Context): Promise<readonly Brand[]> {
  const brands = await (viewer.kind === 'admin'
    ? loaders.allBrands.load('all')
    : loaders.brandsOf.load(viewer.organizationId));
  return brands.filter((brand) => mayRead(viewer, brand));
}

/** How many brands a notice names. */
const maxNamed = 20;

/** Those of `brands` whose data can be reached; a notice names the others. Throws `unavailable` where there is nothing else. */
export async function reachableBrands(ctx: Context, brands: readonly Brand[]): Promise<readonly Brand[]> {
  const unreachable = await ctx.loaders.unreachable(brands.map(({ id }) => id));
  const [left, out] = [true, false].map((kept) => brands.filter(({ id }) => unreachable.has(id) !== kept));
  if (!left || !out || out.length === 0) return brands;
  const names = out.slice(0, maxNamed).map(({ id }) => JSON.stringify(id));
  const more = out.length > maxNamed ? ` and ${out.length - maxNamed} more` : '';
  const sentence = `The data of ${out.length} of ${brands.length} brands cannot be reached right now: ${names.join(', ')}${more}.`;
  if (left.length === 0) throw unavailable(sentence);
  ctx.notices.push(`${sentence} They are left out.`);
  return left;
}
