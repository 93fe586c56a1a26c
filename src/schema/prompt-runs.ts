// The runs of a prompt in a window, page by page.

import { z } from 'zod';
import type { RunPage } from '../domain/run.js';
import { readablePrompt } from './access.js';
import { wanted } from './answer.js';
import * as rules from './arguments.js';
import { builder } from './builder.js';
import { Run } from './run.js';
import { needs, selectionOf } from './selection.js';

interface Page extends RunPage {
  readonly page: number;
  readonly limit: number;
}

const Pagination = builder.objectRef<Page>('Pagination').implement({
  description: 'Where a page stands among all.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Number of the page, from 1.' }),
    limit: t.exposeInt('limit', { description: 'Most runs on a page, at most 100.' }),
    total: t.int({
      description: 'Runs on all pages.',
      extensions: needs('total'),
      resolve: ({ total }) => wanted(total),
    }),
    totalPages: t.int({
      description: 'Number of pages: `total` ÷ `limit`, rounded up; 0 where there is no run.',
      extensions: needs('total'),
      resolve: ({ total, limit }) => Math.ceil(wanted(total) / limit),
    }),
  }),
});

const PromptRuns = builder.objectRef<Page>('PromptRuns').implement({
  description: 'One page of the runs of a prompt.',
  fields: (t) => ({
    data: t.field({
      type: [Run],
      description: 'The runs, newest first; equal moments by id, descending. Empty past the last page.',
      extensions: needs('rows'),
      resolve: ({ rows }) => wanted(rows),
    }),
    pagination: t.field({ type: Pagination, description: 'Where this page stands.', resolve: (page) => page }),
  }),
});

builder.queryField('promptRuns', (t) =>
  t.field({
    type: PromptRuns,
    nullable: true,
    description: 'The runs of a prompt in a window, newest first.',
    args: t.validate(
      {
        promptId: t.arg.id({ required: true, description: 'UUID of the prompt.' }),
        start: t.arg({ type: 'DateTime', required: true, description: rules.startDescription }),
        end: t.arg({ type: 'DateTime', required: true, description: rules.endDescription }),
        model: t.arg.id({ description: rules.modelDescription }),
        page: t.arg.int({ defaultValue: 1, description: 'Number of the page, at least 1.' }),
        limit: t.arg.int({ defaultValue: 20, description: 'Most runs on the page, at least 1; above 100 it is 100.' }),
      },
      z.object({
        promptId: rules.promptId,
        start: rules.instant,
        end: rules.instant,
        model: rules.model,
        page: rules.page,
        limit: rules.limit,
      }),
    ),
    rules: [rules.windowRule, rules.modelRule],
    resolve: async (_root, { promptId, page, limit, model, ...args }, ctx, info) => {
      const window = rules.windowOf(args, ctx.maxWindowDays);
      const { brand } = await readablePrompt(ctx, promptId);
      const { needs: wants } = selectionOf(info);
      const parts = new Set((['rows', 'total'] as const).filter((part) => wants.has(part)));
      const ask = { brandId: brand.id, promptId, window, model: model ?? null, page, limit, parts };
      return { ...(await ctx.loaders.runPage.load(ask)), page, limit };
    },
  }),
);
