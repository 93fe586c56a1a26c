// Brands: what is tracked, and since when.

import { z } from 'zod';
import { maxListSearchLength } from '../../domain/limits.js';
import { lowerCased } from '../../domain/names/lower-cased.js';
import { allRuns } from '../../domain/summary.js';
import { formatInstant } from '../../domain/window.js';
import type { Brand as BrandRow } from '../../loaders/entities.js';
import * as rules from '../arguments/arguments.js';
import { pageArguments } from '../arguments/field-arguments.js';
import { nestedRule } from '../arguments/nested-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { namesBelow } from '../builder/selection.js';
import { type Page, Pagination } from '../lists/list-page.js';
import { reachableBrands, readableBrand, readableBrands } from '../loading/access.js';
import { requirePart } from '../loading/analytics.js';
import { Model } from './model.js';
import { promptsField } from './prompt.js';

const Competitor = builder.objectRef<{ readonly name: string }>('Competitor').implement({
  description: 'A tracked competitor of a brand.',
  fields: (t) => ({ name: t.exposeString('name', { description: 'Name of the competitor.' }) }),
});

export const Brand = builder.objectRef<BrandRow>('Brand').implement({
  description: 'A tracked brand.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the brand.' }),
    name: t.exposeString('name', { description: 'Name of the brand.' }),
    organizationId: t.exposeID('organizationId', { description: 'Identifier of its organization.' }),
    competitors: t.field({
      type: [Competitor],
      description: 'The currently tracked competitors, by name.',
      cost: { size: 'competitors' },
      resolve: ({ id }, _args, ctx) => ctx.loaders.competitors.load(id),
    }),
    prompts: promptsField(t),
    firstRunAt: runInstant(t, 'first'),
    lastRunAt: runInstant(t, 'last'),
    runs: t.int({
      description: 'Total number of runs of the brand.',
      cost: { price: { base: 200, perDay: 0.05 }, isAllTime: true },
      resolve: ({ id }, _args, ctx) => countRuns(ctx, id),
    }),
    tags: t.stringList({
      description: 'The current tags of its prompts, in code point order.',
      cost: { price: { base: 20, perPrompt: 0.02 } },
      resolve: ({ id }, _args, ctx) => ctx.loaders.tags.load(id),
    }),
    models: t.field({
      type: [Model],
      description: 'The models of its runs, by id.',
      cost: { price: { base: 5, perModel: 1 }, size: 'models' },
      resolve: async ({ id }, _args, ctx) => {
        const [{ models }, all] = await Promise.all([ctx.loaders.channels.load(id), ctx.loaders.models.load('all')]);
        const ours = new Set(models);
        return all.filter((model) => ours.has(model.id));
      },
    }),
    providers: channelParts(t, 'providers'),
    markets: channelParts(t, 'markets'),
  }),
});

function runInstant(t: FieldsOf<BrandRow>, which: 'first' | 'last') {
  return t.field({
    type: 'DateTime',
    nullable: true,
    description: `When its ${which} run was created; null if it has none.`,
    cost: { price: { base: 5 } },
    resolve: async ({ id }, _args, ctx) => {
      const instant = (await ctx.loaders.span.load(id))[which];
      return instant === null ? null : formatInstant(instant);
    },
  });
}

function channelParts(t: FieldsOf<BrandRow>, which: 'providers' | 'markets') {
  return t.stringList({
    description: `The ${which} of its runs, in code point order.`,
    cost: { price: { base: 5, perModel: 1 } },
    resolve: async ({ id }, _args, ctx) => (await ctx.loaders.channels.load(id))[which],
  });
}

interface BrandPage extends Page {
  readonly brands: readonly BrandRow[];
}

const BrandList = builder.objectRef<BrandPage>('BrandList').implement({
  description: 'One page of the brands that this key can read.',
  fields: (t) => ({
    data: t.field({
      type: [Brand],
      description:
        'The brands, by id; those of the page that cannot be reached right now are named in notices instead. Empty after the last page.',
      cost: { size: 'brandPage' },
      resolve: ({ brands }) => brands,
    }),
    pagination: t.field({ type: Pagination, description: 'The position of this page.', resolve: (page) => page }),
  }),
});

/** All runs of a brand: counted from the tiles of the months from its first to its last run. */
async function countRuns(ctx: Context, brandId: string): Promise<number> {
  const { first, last } = await ctx.loaders.span.load(brandId);
  if (first === null || last === null) return 0;
  const window = { start: startOfMonth(first, 0), end: startOfMonth(last, 1) };
  const question = { brandId, window, ...allRuns, series: null } as const;
  const { models } = await ctx.loaders.analytics.load({ question, parts: new Set(['sums']) });
  return requirePart(models).reduce((total, { runs }) => total + runs, 0);
}

/** The first instant of the month `later` months after that of `instant`, UTC. */
function startOfMonth(instant: number, later: number): number {
  const date = new Date(instant);
  date.setUTCMonth(date.getUTCMonth() + later, 1);
  return date.setUTCHours(0, 0, 0, 0);
}

builder.queryField('brands', (t) =>
  t.field({
    type: [Brand],
    nullable: true,
    description:
      'All brands that this key can read, by id; those that cannot be reached right now are named in notices instead.',
    cost: { size: 'brands' },
    rules: [nestedRule],
    resolve: async (_root, _args, ctx, info) => shownBrands(ctx, await readableBrands(ctx), namesBelow(info)),
  }),
);

builder.queryField('brandList', (t) =>
  t.field({
    type: BrandList,
    nullable: true,
    description: 'The brands that this key can read, by id, paginated.',
    args: t.validate(
      {
        search: t.arg.string({
          description: `Only brands whose name contains this, ignoring case; 1 to ${maxListSearchLength} characters.`,
        }),
        ...pageArguments(t, 'brands'),
      },
      z.object({ search: rules.listSearch, page: rules.page, limit: rules.limit }),
    ),
    rules: [nestedRule],
    resolve: async (_root, { search, page, limit }, ctx, info): Promise<BrandPage> => {
      const wanted = lowerCased(search ?? '');
      const found = (await readableBrands(ctx)).filter(({ name }) => lowerCased(name).includes(wanted));
      const listed = found.slice((page - 1) * limit, page * limit);
      return { brands: await shownBrands(ctx, listed, namesBelow(info, 'data')), total: found.length, page, limit };
    },
  }),
);

/** Those of `brands` of which the fields `selected` can be read. */
function shownBrands(ctx: Context, brands: readonly BrandRow[], selected: readonly string[]) {
  // The rest is in tables of their own, which may be on other machines.
  const isListed = selected.every((name) => ['id', 'name', 'organizationId'].includes(name));
  return isListed ? brands : reachableBrands(ctx, brands);
}

builder.queryField('brand', (t) =>
  t.field({
    type: Brand,
    nullable: true,
    description: 'One brand.',
    cost: { subject: 'id' },
    args: t.validate(
      { id: t.arg.id({ required: true, description: 'Identifier of the brand, 1 to 128 characters.' }) },
      z.object({ id: rules.identifier('id') }),
    ),
    rules: [nestedRule],
    resolve: (_root, { id }, ctx) => readableBrand(ctx, id),
  }),
);
