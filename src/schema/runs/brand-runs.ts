// The runs of a brand in a window, by cursor.

import { maxSearchedAnswers, maxSearchLength } from '../../domain/limits.js';
import { checked, modelRule, place } from '../arguments/arguments.js';
import { brandArguments, limitArgument, timeZoneArgument } from '../arguments/field-arguments.js';
import { nestedRule } from '../arguments/nested-arguments.js';
import { withParsed } from '../arguments/parsed-arguments.js';
import { filter } from '../arguments/run-filter.js';
import { itemArguments, items } from '../arguments/run-items.js';
import { window } from '../arguments/windows.js';
import { builder } from '../builder/builder.js';
import { mentionArguments, SentimentLabel } from '../lists/choices.js';
import { readableBrand } from '../loading/access.js';
import { requirePart } from '../loading/analytics.js';
import { noteItems } from '../loading/notices.js';
import { loadPage, pageFields, type WindowPage } from './run-page.js';

const BrandRuns = builder.objectRef<WindowPage>('BrandRuns').implement({
  description: 'One page of the runs of a brand.',
  fields: (t) => {
    const { nextCursor, ...fields } = pageFields(t);
    const total = t.int({
      description: 'Number of runs on all pages that the filters select.',
      needs: ['total'],
      resolve: (page) => requirePart(page.total),
    });
    return { ...fields, total, nextCursor };
  },
});

const alone = ['brandId', 'model', 'tags', 'outcome', 'company', 'sentiment', 'search', 'limit', 'timeZone'] as const;

builder.queryField('brandRuns', (t) =>
  t.field({
    type: BrandRuns,
    nullable: true,
    description: 'The runs of a brand in a window over all its prompts, newest first.',
    cost: {
      ...{ isRead: true, readsOwn: true, subject: 'brandId' },
      price: { base: 200, perDay: 0.5, perCompany: 0.5 },
    },
    needs: ({ domain, url, query, sentiment, search }) => [
      ...(domain || url || query ? (['itemRuns'] as const) : []),
      ...(sentiment || search ? (['siftedRuns'] as const) : []),
    ],
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
      withParsed(checked(...alone), { window, filter, items, after: place }),
    ),
    rules: [modelRule, nestedRule],
    resolve: async (_root, { brandId: id, ...given }, ctx, info) => {
      const brand = await readableBrand(ctx, id);
      const page = await loadPage(ctx, brand, { ...given, promptId: null }, info);
      const isEmpty = !page.total && !page.next && !page.rows?.length;
      if (isEmpty) await noteItems(ctx, brand, given.items);
      return page;
    },
  }),
);
