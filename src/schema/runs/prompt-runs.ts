// The runs of a prompt in a window, page by page.

import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import { formatCursor } from '../../domain/cursor.js';
import { type PageAsk, pageParts, type RunPage, type RunPlace } from '../../domain/run.js';
import * as rules from '../arguments/arguments.js';
import { pageArguments, windowArguments } from '../arguments/field-arguments.js';
import { nestedRule, promptRunsArguments } from '../arguments/nested-arguments.js';
import { withParsed } from '../arguments/parsed-arguments.js';
import * as windows from '../arguments/windows.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { costs, needs } from '../builder/field-extensions.js';
import { selectionOf } from '../builder/selection.js';
import { Pagination } from '../lists/pagination.js';
import { readablePrompt } from '../loading/access.js';
import { requirePart } from '../loading/analytics.js';
import { Run } from './run.js';

interface Page extends RunPage {
  readonly page: number;
  readonly limit: number;
}

const PromptRuns = builder.objectRef<Page>('PromptRuns').implement({
  description: 'One page of the runs of a prompt.',
  fields: (t) => ({
    data: t.field({
      type: [Run],
      description: 'The runs, newest first; runs of the same instant by id, descending. Empty after the last page.',
      extensions: { ...needs('rows'), ...costs({ size: 'limit' }) },
      resolve: ({ rows }) => requirePart(rows),
    }),
    pagination: t.field({ type: Pagination, description: 'The position of this page.', resolve: (page) => page }),
    nextCursor: t.string({
      nullable: true,
      description:
        'Pass this as `after` to get older runs, regardless of runs recorded meanwhile; null if there are no older runs.',
      extensions: needs('next'),
      resolve: ({ next }) => next && formatCursor(next),
    }),
  }),
});

/** The arguments of a page of the runs of a prompt. */
function runsArguments(t: Pick<FieldsOf<unknown>, 'arg'>) {
  return {
    ...windowArguments(t),
    ...pageArguments(t, 'runs'),
    after: t.arg.string({
      description:
        'The `nextCursor` of an earlier page: the page begins after its last run. Cannot be combined with `page`.',
    }),
  };
}

/** What a page is asked for by. */
type Given = Pick<PageAsk, 'brandId' | 'promptId' | 'window' | 'page' | 'limit' | 'model'> & {
  readonly place: RunPlace | null;
};

async function loadPage(ctx: Context, { place, ...given }: Given, info: GraphQLResolveInfo): Promise<Page> {
  const { needs: wants } = selectionOf(info);
  const parts = new Set(pageParts.filter((part) => wants.has(part)));
  const { page, limit } = given;
  const ask: PageAsk = { ...given, tags: [], outcome: 'all', company: null, after: place, parts };
  return { ...(await ctx.loaders.runPage.load(ask)), page, limit };
}

/** A field with the runs of its parent, a prompt. */
export function promptRunsField(t: FieldsOf<{ readonly id: string; readonly brandId: string }>) {
  return t.field({
    type: PromptRuns,
    nullable: true,
    description: 'The runs of this prompt in a window, newest first.',
    extensions: costs({ isRead: true, price: { base: 20 } }),
    args: t.validate(runsArguments(t), promptRunsArguments),
    rules: [rules.modelRule],
    resolve: ({ id, brandId }, { window, place, page, limit, model }, ctx, info) =>
      loadPage(ctx, { brandId, promptId: id, window, model: model ?? null, page, limit, place: place ?? null }, info),
  });
}

builder.queryField('promptRuns', (t) =>
  t.field({
    type: PromptRuns,
    nullable: true,
    description: 'The runs of a prompt in a window, newest first.',
    extensions: costs({ isRead: true, subject: 'promptId' }),
    args: t.validate(
      { promptId: t.arg.id({ required: true, description: 'UUID of the prompt.' }), ...runsArguments(t) },
      withParsed(z.object({ promptId: rules.promptId, model: rules.model, page: rules.page, limit: rules.limit }), {
        window: windows.window,
        place: rules.place,
      }),
    ),
    rules: [rules.modelRule, nestedRule],
    resolve: async (_root, { promptId, window, place, page, limit, model }, ctx, info) => {
      const { brand } = await readablePrompt(ctx, promptId);
      const given = { brandId: brand.id, promptId, window, model: model ?? null, page, limit, place: place ?? null };
      return loadPage(ctx, given, info);
    },
  }),
);
