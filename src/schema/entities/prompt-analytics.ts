// The analytics summary of one prompt: that of its brand, over the runs of this prompt alone.

import { modelRule } from '../arguments/arguments.js';
import { comparisonArguments, timeZoneArgument, windowArguments } from '../arguments/field-arguments.js';
import { promptAnalyticsArguments } from '../arguments/nested-arguments.js';
import type { FieldsOf } from '../builder/builder.js';
import { selectionOf } from '../builder/selection.js';
import { readableBrand } from '../loading/access.js';
import { loadAnalytics } from '../loading/analytics.js';
import { BrandAnalytics } from './brand-analytics.js';

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
    resolve: async ({ id, brandId }, { windows, filter, model, timeZone }, ctx, info) => {
      const brand = await readableBrand(ctx, brandId);
      const scope = { brand, ...windows(ctx.now), tags: [], filter, promptId: id, model, timeZone };
      return loadAnalytics(ctx, scope, selectionOf(info));
    },
  });
}
