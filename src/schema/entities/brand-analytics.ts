// The analytics summary of one brand and one window, and that of one prompt: the same over the runs of this prompt alone.

import type { GraphQLResolveInfo } from 'graphql';
import type { Brand } from '../../loaders/entities.js';
import { modelRule } from '../arguments/arguments.js';
import {
  brandArgument,
  comparisonArguments,
  summaryArguments,
  timeZoneArgument,
  windowArguments,
} from '../arguments/field-arguments.js';
import {
  brandAnalyticsArguments,
  nestedRule,
  promptAnalyticsArguments,
  rootAnalyticsArguments,
} from '../arguments/nested-arguments.js';
import type { WindowsAt } from '../arguments/windows.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { selectionOf } from '../builder/selection.js';
import { citedSourcesField } from '../lists/cited-sources.js';
import { promptPerformanceField } from '../lists/prompt-performance.js';
import { queryFanoutField } from '../lists/query-fanout.js';
import { breakdownField } from '../lists/run-breakdown.js';
import { signalsField } from '../lists/signals.js';
import { readableBrand } from '../loading/access.js';
import { type Analytics, loadAnalytics, type Scope } from '../loading/analytics.js';
import { changeField } from '../metrics/change.js';
import { PositionOverTime, SentimentOverTime } from '../metrics/figures.js';
import { modelsField } from '../metrics/model-analytics.js';
import { Range } from '../metrics/range.js';
import { ShareOfVoice } from '../metrics/share-of-voice.js';
import { Totals } from '../metrics/totals.js';
import { Visibility } from '../metrics/visibility.js';
import { annotationsField } from './annotation.js';

export const BrandAnalytics = builder.objectRef<Analytics>('BrandAnalytics');

BrandAnalytics.implement({
  description: 'All figures of a brand in a window. Only selected fields are computed.',
  fields: (t) => ({
    brandId: t.id({ description: 'Identifier of the brand.', resolve: ({ brand }) => brand.id }),
    brandName: t.string({ description: 'Name of the brand.', resolve: ({ brand }) => brand.name }),
    range: t.field({ type: Range, description: 'The window, as aligned.', resolve: ({ window }) => window }),
    visibility: t.field({
      type: Visibility,
      description: 'The share of runs that mention the brand.',
      resolve: (answer) => answer,
    }),
    shareOfVoice: t.field({
      type: ShareOfVoice,
      description: 'The share of the brand in the mentions of all companies.',
      resolve: (answer) => answer,
    }),
    models: modelsField(t),
    sentiment: t.field({
      type: SentimentOverTime,
      description: 'Sentiment of the runs that mention the brand. Experimental: its shape may change.',
      resolve: (answer) => answer,
    }),
    position: t.field({
      type: PositionOverTime,
      description: 'Position of the brand in the answers. Experimental: its shape may change.',
      resolve: (answer) => answer,
    }),
    totals: t.field({ type: Totals, description: 'Counts over all runs.', resolve: (answer) => answer }),
    change: changeField(t),
    promptPerformance: promptPerformanceField(t),
    citedDomains: citedSourcesField(t, 'domains'),
    citedUrls: citedSourcesField(t, 'urls'),
    queryFanout: queryFanoutField(t),
    breakdown: breakdownField(t),
    signals: signalsField(t),
    annotations: annotationsField(t),
    previous: t.field({
      type: BrandAnalytics,
      nullable: true,
      description:
        'The same figures for the window that is compared with: by default the preceding one of equal length, otherwise what `compare`, or `compareStart` and `compareEnd`, say; null if it would start before year 1. In it, the one of equal length before it is compared with.',
      cost: { isRead: true, isBefore: true },
      resolve: ({ previous }) => previous,
    }),
  }),
});

type Given = Pick<Scope, 'tags' | 'filter' | 'model' | 'timeZone'> & { readonly windows: WindowsAt };

function loadSummary(ctx: Context, scope: Pick<Scope, 'brand' | 'promptId'>, given: Given, info: GraphQLResolveInfo) {
  const { windows, ...filters } = given;
  return loadAnalytics(ctx, { ...scope, ...windows(ctx.now), ...filters }, selectionOf(info));
}

/** The field `analytics` of its parent, a brand. */
export function brandAnalyticsField(t: FieldsOf<Brand>) {
  return t.field({
    type: BrandAnalytics,
    nullable: true,
    description: 'The analytics summary of the brand in a window of any length.',
    cost: { isRead: true },
    args: t.validate(summaryArguments(t), brandAnalyticsArguments),
    rules: [modelRule],
    resolve: (brand, given, ctx, info) => loadSummary(ctx, { brand, promptId: null }, given, info),
  });
}

/** The field `analytics` of its parent, a prompt. Its runs are read as rows, of which a prompt has few. */
export function promptAnalyticsField(t: FieldsOf<{ readonly id: string; readonly brandId: string }>) {
  return t.field({
    type: BrandAnalytics,
    nullable: true,
    description: 'The analytics summary of the runs of this prompt, in a window of any length.',
    cost: { isRead: true, price: { base: 100, perDay: 5 } },
    args: t.validate(
      { ...windowArguments(t), timeZone: timeZoneArgument(t, true), ...comparisonArguments(t) },
      promptAnalyticsArguments,
    ),
    rules: [modelRule],
    resolve: async ({ id: promptId, brandId }, given, ctx, info) => {
      const brand = await readableBrand(ctx, brandId);
      return loadSummary(ctx, { brand, promptId }, { ...given, tags: [] }, info);
    },
  });
}

builder.queryField('brandAnalytics', (t) =>
  t.field({
    type: BrandAnalytics,
    nullable: true,
    description: 'The analytics summary of a brand in a window of any length.',
    cost: { isRead: true, subject: 'brandId' },
    args: t.validate({ brandId: brandArgument(t), ...summaryArguments(t) }, rootAnalyticsArguments),
    rules: [modelRule, nestedRule],
    resolve: async (_root, { brandId, ...given }, ctx, info) => {
      const brand = await readableBrand(ctx, brandId);
      return loadSummary(ctx, { brand, promptId: null }, given, info);
    },
  }),
);
