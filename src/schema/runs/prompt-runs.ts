// The runs of a prompt in a window, page by page.

import type { GraphQLResolveInfo } from 'graphql';
import { formatCursor } from '../../domain/cursor.js';
import { type PageAsk, pageParts, type RunPage, type RunPlace } from '../../domain/run.js';
import type { Window } from '../../domain/window.js';
import type { Brand } from '../../loaders/entities.js';
import { modelRule } from '../arguments/arguments.js';
import { pageArguments, timeZoneArgument, windowArguments } from '../arguments/field-arguments.js';
import { nestedRule, promptRunsArguments, rootRunsArguments } from '../arguments/nested-arguments.js';
import type { WindowAt } from '../arguments/windows.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { costs, needs } from '../builder/field-extensions.js';
import { selectionOf } from '../builder/selection.js';
import { mentionArguments } from '../lists/choices.js';
import { Pagination } from '../lists/pagination.js';
import { readableBrand, readablePrompt } from '../loading/access.js';
import { requirePart } from '../loading/analytics.js';
import { noteMissing } from '../loading/notices.js';
import { Range } from '../metrics/range.js';
import { Run } from './run.js';

interface Page extends RunPage {
  readonly window: Window;
  readonly page: number;
  readonly limit: number;
}

const PromptRuns = builder.objectRef<Page>('PromptRuns').implement({
  description: 'One page of the runs of a prompt.',
  fields: (t) => ({
    range: t.field({ type: Range, description: 'The window, as aligned.', resolve: ({ window }) => window }),
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
    ...mentionArguments(t),
    ...pageArguments(t, 'runs'),
    after: t.arg.string({
      description:
        'The `nextCursor` of an earlier page: the page begins after its last run. Cannot be combined with `page`.',
    }),
    timeZone: timeZoneArgument(t, false),
  };
}

/** What a page is asked for by. */
interface Given extends Pick<PageAsk, 'promptId' | 'filter' | 'outcome' | 'page' | 'limit'> {
  readonly brand: Brand;
  readonly window: WindowAt;
  readonly model?: string | null | undefined;
  readonly company?: string | null | undefined;
  readonly place?: RunPlace | null | undefined;
}

async function loadPage(ctx: Context, given: Given, info: GraphQLResolveInfo): Promise<Page> {
  const { needs: wants } = selectionOf(info);
  const parts = new Set(pageParts.filter((part) => wants.has(part)));
  const { brand, promptId, filter, outcome, page, limit } = given;
  const window = given.window(ctx.now);
  const filters = { model: given.model ?? null, tags: [], filter, outcome, company: given.company ?? null, items: [] };
  const ask: PageAsk = {
    brandId: brand.id,
    promptId,
    window,
    page,
    limit,
    ...filters,
    after: given.place ?? null,
    parts,
  };
  const [found] = await Promise.all([ctx.loaders.runPage.load(ask), noteMissing(ctx, brand, filters)]);
  return { ...found, window, page, limit };
}

/** A field with the runs of its parent, a prompt. */
export function promptRunsField(t: FieldsOf<{ readonly id: string; readonly brandId: string }>) {
  return t.field({
    type: PromptRuns,
    nullable: true,
    description: 'The runs of this prompt in a window, newest first.',
    extensions: costs({ isRead: true, price: { base: 20 } }),
    args: t.validate(runsArguments(t), promptRunsArguments),
    rules: [modelRule],
    resolve: async ({ id: promptId, brandId }, args, ctx, info) =>
      loadPage(ctx, { ...args, brand: await readableBrand(ctx, brandId), promptId }, info),
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
      rootRunsArguments,
    ),
    rules: [modelRule, nestedRule],
    resolve: async (_root, { promptId, ...args }, ctx, info) => {
      const { brand } = await readablePrompt(ctx, promptId);
      return loadPage(ctx, { ...args, brand, promptId }, info);
    },
  }),
);
