// Brands, for those who explore: what is tracked, and since when.

import { z } from 'zod';
import { formatInstant } from '../domain/window.js';
import type { Brand as BrandRow, Prompt as PromptRow } from '../loaders/entities.js';
import { readableBrand, readableBrands } from './access.js';
import * as rules from './arguments.js';
import { builder } from './builder.js';

const Competitor = builder.objectRef<{ readonly name: string }>('Competitor').implement({
  description: 'A tracked competitor of a brand.',
  fields: (t) => ({ name: t.exposeString('name', { description: 'Name of the competitor.' }) }),
});

const Prompt = builder.objectRef<PromptRow>('Prompt').implement({
  description: 'A question that is tracked for a brand.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, a UUID.' }),
    text: t.exposeString('text', { description: 'The question.' }),
    tags: t.exposeStringList('tags', { description: 'Its tags as of now.' }),
  }),
});

const Brand = builder.objectRef<BrandRow>('Brand').implement({
  description: 'A tracked brand.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier of the brand.' }),
    name: t.exposeString('name', { description: 'Name of the brand.' }),
    competitors: t.field({
      type: [Competitor],
      description: 'The competitors that are tracked now, by name.',
      resolve: ({ id }, _args, ctx) => ctx.loaders.competitors.load(id),
    }),
    prompts: t.field({
      type: [Prompt],
      description: 'The prompts of the brand, by id.',
      resolve: ({ id }, _args, ctx) => ctx.loaders.promptsOfBrand.load(id),
    }),
    firstRunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its first run was created; null where it has none.',
      resolve: async ({ id }, _args, ctx) => formatted((await ctx.loaders.span.load(id)).first),
    }),
    lastRunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its last run was created; null where it has none.',
      resolve: async ({ id }, _args, ctx) => formatted((await ctx.loaders.span.load(id)).last),
    }),
  }),
});

const formatted = (instant: number | null) => (instant === null ? null : formatInstant(instant));

builder.queryField('brands', (t) =>
  t.field({
    type: [Brand],
    nullable: true,
    description: 'Every brand that this key may read, by id.',
    resolve: (_root, _args, ctx) => readableBrands(ctx),
  }),
);

builder.queryField('brand', (t) =>
  t.field({
    type: Brand,
    nullable: true,
    description: 'One brand.',
    args: t.validate(
      { id: t.arg.id({ required: true, description: 'Identifier of the brand, 1 to 128 characters.' }) },
      z.object({ id: rules.identifier('id') }),
    ),
    resolve: (_root, { id }, ctx) => readableBrand(ctx, id),
  }),
);
