// The runs of a brand in a window, by cursor.

import { z } from 'zod';
import { formatCursor } from '../../domain/cursor.js';
import { maxSearchedAnswers, maxSearchLength } from '../../domain/limits.js';
import { pageParts, type RunPage } from '../../domain/run.js';
import type { Window } from '../../domain/window.js';
import * as rules from '../arguments/arguments.js';
import { brandArguments, limitArgument, timeZoneArgument } from '../arguments/field-arguments.js';
import { nestedRule } from '../arguments/nested-arguments.js';
import { withParsed } from '../arguments/parsed-arguments.js';
import { filter } from '../arguments/run-filter.js';
import { itemArguments, items } from '../arguments/run-items.js';
import { window } from '../arguments/windows.js';
import { builder } from '../builder/builder.js';
import { costs, needs, needsByArguments } from '../builder/field-extensions.js';
import { selectionOf } from '../builder/selection.js';
import { mentionArguments, SentimentLabel } from '../lists/choices.js';
import { readableBrand } from '../loading/access.js';
import { requirePart } from '../loading/analytics.js';
import { noteItems, noteMissing } from '../loading/notices.js';
import { Range } from '../metrics/range.js';
import { Run } from './run.js';

interface Page extends RunPage {
  readonly window: Window;
}

const BrandRuns = builder.objectRef<Page>('BrandRuns').implement({
  description: 'One page of the runs of a brand.',
  fields: (t) => ({
    range: t.field({ type: Range, description: 'The window, as aligned.', resolve: ({ window }) => window }),
    data: t.field({
      type: [Run],
      description: 'The runs, newest first; runs of the same instant by id, descending.',
      extensions: { ...needs('rows'), ...costs({ size: 'limit' }) },
      resolve: ({ rows }) => requirePart(rows),
    }),
    total: t.int({
      description: 'Number of runs on all pages that the filters select.',
      extensions: needs('total'),
      resolve: ({ total }) => requirePart(total),
    }),
    nextCursor: t.string({
      nullable: true,
      description:
        'Pass this as `after` to get older runs, regardless of runs recorded meanwhile; null if there are no older runs.',
      extensions: needs('next'),
      resolve: ({ next }) => next && formatCursor(next),
    }),
  }),
});

const checked = z.object({
  brandId: rules.brandId,
  model: rules.model,
  tags: rules.tags,
  outcome: rules.outcome,
  company: rules.company,
  sentiment: rules.sentiment,
  search: rules.search,
  limit: rules.limit,
  timeZone: rules.timeZone,
});

builder.queryField('brandRuns', (t) =>
  t.field({
    type: BrandRuns,
    nullable: true,
    description: 'The runs of a brand in a window over all its prompts, newest first.',
    extensions: {
      ...costs({
        ...{ isRead: true, readsOwn: true, subject: 'brandId' },
        price: { base: 200, perDay: 0.5, perCompany: 0.5 },
      }),
      ...needsByArguments(({ domain, url, query, sentiment, search }) => [
        ...(domain || url || query ? (['itemRuns'] as const) : []),
        ...(sentiment || search ? (['siftedRuns'] as const) : []),
      ]),
    },
    args: t.validate(
      {
        ...brandArguments(t),
        ...mentionArguments(t),
        ...itemArguments(t),
        sentiment: t.arg({
          type: SentimentLabel,
          description:
            'Only runs with this sentiment: towards `company`, or towards the brand where no company is given.',
        }),
        search: t.arg.string({
          description: `Only runs whose answer contains this, ignoring case; at most ${maxSearchLength} characters. At most ${maxSearchedAnswers.toLocaleString('en-US')} answers are looked through: more are refused. Empty: all runs.`,
        }),
        limit: limitArgument(t, 'runs'),
        after: t.arg.string({
          description: 'The `nextCursor` of an earlier page: the page begins after its last run.',
        }),
        timeZone: timeZoneArgument(t, false),
      },
      withParsed(checked, { window, filter, items, place: rules.place }),
    ),
    rules: [rules.modelRule, nestedRule],
    resolve: async (_root, { brandId, window: at, place, ...filters }, ctx, info) => {
      const brand = await readableBrand(ctx, brandId);
      const asked = at(ctx.now);
      const { needs: wants } = selectionOf(info);
      const parts = new Set(pageParts.filter((part) => wants.has(part)));
      const { model, tags, filter, outcome, company, items, sentiment, search, limit } = filters;
      const ask = {
        brandId: brand.id,
        promptId: null,
        window: asked,
        model: model ?? null,
        tags,
        filter,
        outcome,
        company: company ?? null,
        items,
        ...{ sentiment: sentiment ?? null, search: search ?? null },
        page: 1,
        limit,
        after: place ?? null,
        parts,
      };
      const [page] = await Promise.all([ctx.loaders.runPage.load(ask), noteMissing(ctx, brand, filters)]);
      const isEmpty = !page.total && !page.next && !page.rows?.length;
      if (isEmpty) await noteItems(ctx, brand, items);
      return { ...page, window: asked };
    },
  }),
);
