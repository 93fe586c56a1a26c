// The prompts of a brand, page by page.

import { refuse } from '../../domain/budget.js';
import { maxSearchLength } from '../../domain/limits.js';
import type { Brand, PromptRow } from '../../loaders/entities.js';
import { checked } from '../arguments/arguments.js';
import { pageArguments, tagsArgument } from '../arguments/field-arguments.js';
import { nestedRule, promptsArguments } from '../arguments/nested-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { selectionOf } from '../builder/selection.js';
import { type Page, Pagination } from '../lists/list-page.js';
import { readablePrompt } from '../loading/access.js';
import { requirePart } from '../loading/analytics.js';
import { noteMissing } from '../loading/notices.js';
import { promptAnalyticsField } from './brand-analytics.js';

interface PromptPage extends Page {
  /** `null`: not selected. */
  readonly rows: readonly PromptRow[] | null;
}

export const Prompt = builder.objectRef<PromptRow>('Prompt').implement({
  description: 'A prompt tracked for a brand.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, a UUID.' }),
    text: t.string({
      description: 'The text of the prompt.',
      resolve: ({ text, bytes }, _args, ctx) => text ?? refuse(ctx.budget, bytes),
    }),
    tags: t.stringList({
      description: 'Its current tags.',
      resolve: ({ tags, bytes }, _args, ctx) => tags ?? refuse(ctx.budget, bytes),
    }),
    analytics: promptAnalyticsField(t),
  }),
});

const Prompts = builder.objectRef<PromptPage>('Prompts').implement({
  description: 'One page of the prompts of a brand.',
  fields: (t) => ({
    data: t.field({
      type: [Prompt],
      description: 'The prompts, in the order in which they were first recorded. Empty after the last page.',
      needs: ['rows'],
      cost: { size: 'limit' },
      resolve: ({ rows }) => requirePart(rows),
    }),
    pagination: t.field({ type: Pagination, description: 'The position of this page.', resolve: (page) => page }),
  }),
});

/** A field that lists the prompts of its parent, a brand. */
export function promptsField(t: FieldsOf<Brand>) {
  return t.field({
    type: Prompts,
    nullable: true,
    description: 'The prompts of the brand, paginated.',
    cost: { isRead: true, price: { base: 0, perPrompt: 0.01, perPromptFiltered: 0.1 } },
    args: t.validate(
      {
        tags: tagsArgument(t),
        search: t.arg.string({
          description: `Only prompts whose text contains this, ignoring case; at most ${maxSearchLength.toLocaleString('en-US')} characters. Empty: all prompts.`,
        }),
        ...pageArguments(t, 'prompts'),
      },
      promptsArguments,
    ),
    resolve: async (brand, { tags, search, page, limit }, ctx, info): Promise<PromptPage> => {
      const ask = { brandId: brand.id, tags, search: search ?? null, page, limit };
      const { needs: wants } = selectionOf(info);
      const [rows, total] = await Promise.all([
        wants.has('rows') ? ctx.loaders.promptPage.load(ask) : null,
        wants.has('total') ? ctx.loaders.promptTotal.load(ask) : null,
        noteMissing(ctx, brand, { tags }),
      ]);
      return { rows, total, page, limit };
    },
  });
}

builder.queryField('prompt', (t) =>
  t.field({
    type: Prompt,
    nullable: true,
    description: 'One prompt.',
    cost: { subject: 'promptId' },
    args: t.validate(
      { promptId: t.arg.id({ required: true, description: 'UUID of the prompt.' }) },
      checked('promptId'),
    ),
    rules: [nestedRule],
    resolve: async (_root, { promptId }, ctx): Promise<PromptRow> => {
      const { prompt } = await readablePrompt(ctx, promptId);
      return { ...prompt, bytes: 0 };
    },
  }),
);
