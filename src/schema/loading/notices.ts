// What an answer says beside its data of filters that name what nothing carries.

import type { Brand } from '../../loaders/entities.js';
import type { Context } from '../builder/context.js';

interface Filters {
  readonly tags?: readonly string[];
  readonly company?: string | null | undefined;
}

/** How many names a notice lists. */
const maxListed = 20;

/** Adds a notice for each tag, and for the company, that nothing of the brand carries. */
export async function noteMissing(ctx: Context, { id, name }: Brand, { tags = [], company = null }: Filters) {
  const named = company === name ? null : company;
  if (tags.length === 0 && named === null) return;
  const missing = await ctx.loaders.missing.load({ brandId: id, tags, company: named });
  if (missing.company) note(ctx, `No answer of this brand names the company ${JSON.stringify(named)}.`);
  if (missing.tags.length === 0) return;
  const known = await ctx.loaders.tags.load(id);
  const more = known.length > maxListed ? ` and ${known.length - maxListed} more` : '';
  const listed = known.length > 0 ? `its tags are ${known.slice(0, maxListed).join(', ')}${more}` : 'it has no tags';
  for (const tag of missing.tags) note(ctx, `No prompt has the tag ${JSON.stringify(tag)}; ${listed}.`);
}

/** Once, however many fields of a request say it. */
function note({ notices }: Context, sentence: string): void {
  if (!notices.includes(sentence)) notices.push(sentence);
}
