// What an answer says beside its data of filters that name what nothing carries.

import { type FirstNames, firstOf } from '../../domain/lists/first-names.js';
import type { NamedItem } from '../../domain/lists/items.js';
import type { RunFilter } from '../../domain/selection/run-filter.js';
import type { Brand } from '../../loaders/entities.js';
import type { Context } from '../builder/context.js';

interface Filters {
  readonly tags?: readonly string[];
  readonly company?: string | null | undefined;
  readonly filter?: RunFilter;
}

/** Adds a notice for each tag, provider and market, and for the company, that nothing of the brand carries. */
export async function noteMissing(ctx: Context, brand: Brand, { tags = [], company = null, filter }: Filters) {
  const named = company === brand.name ? null : company;
  const { providers = [], markets = [] } = filter ?? {};
  await Promise.all([
    tags.length > 0 || named !== null ? noteTags(ctx, brand, tags, named) : null,
    providers.length + markets.length > 0 ? noteChannels(ctx, brand, { providers, markets }) : null,
  ]);
}

async function noteTags(ctx: Context, { id }: Brand, tags: readonly string[], company: string | null) {
  const missing = await ctx.loaders.missing.load({ brandId: id, tags, company });
  if (missing.company) note(ctx, `No answer of this brand names the company ${JSON.stringify(company)}.`);
  if (missing.tags.length === 0) return;
  const known = listed('tags', await ctx.loaders.firstTags.load(id));
  for (const tag of missing.tags) note(ctx, `No prompt has the tag ${JSON.stringify(tag)}; ${known}.`);
}

async function noteChannels(ctx: Context, { id }: Brand, given: Pick<RunFilter, 'providers' | 'markets'>) {
  const known = await ctx.loaders.channels.load(id);
  for (const kind of ['providers', 'markets'] as const) {
    const missing = given[kind].filter((value) => value !== null && !known[kind].includes(value));
    for (const value of missing)
      note(
        ctx,
        `No answer has the ${kind.slice(0, -1)} ${JSON.stringify(value)}; ${listed(kind, firstOf(known[kind]))}.`,
      );
  }
}

/** Adds a notice for each item that no run has ever cited or issued. */
export async function noteItems(ctx: Context, { id: brandId }: Brand, items: readonly NamedItem[]): Promise<void> {
  if (items.length === 0) return;
  const numbers = await ctx.loaders.itemNumbers.load({ brandId, items });
  for (const [place, { kind, names }] of items.entries()) {
    const verb = kind === 'query' ? 'issued' : 'cites';
    if ((numbers[place] ?? null) === null)
      note(ctx, `No answer of this brand ${verb} the ${kind} ${JSON.stringify(names.at(-1)?.slice(0, 200))}.`);
  }
}

function listed(what: string, { names, total }: FirstNames): string {
  if (total === 0) return `there are no ${what}`;
  const more = total > names.length ? ` and ${total - names.length} more` : '';
  return `its ${what} are ${names.join(', ')}${more}`;
}

/** Once, however many fields of a request say it, and in an order that does not depend on which of them comes first. */
function note({ notices }: Context, sentence: string): void {
  if (notices.includes(sentence)) return;
  notices.push(sentence);
  notices.sort();
}
