// The analytics summary of one prompt: that of its brand, over the runs of this prompt alone.

import { readableBrand } from './access.js';
import { loadAnalytics } from './analytics.js';
import * as rules from './arguments.js';
import { BrandAnalytics } from './brand-analytics.js';
import { costs } from './field-extensions.js';
import type { FieldsOf } from './interval.js';
import { promptAnalyticsArguments } from './nested-arguments.js';
import { selectionOf } from './selection.js';

/** The field `analytics` of its parent, a prompt. Its runs are read as rows, of which a prompt has few. */
export function promptAnalyticsField(t: FieldsOf<{ readonly id: string; readonly brandId: string }>) {
  return t.field({
    type: BrandAnalytics,
    description: 'The analytics summary of the runs of this prompt, in a window of any length.',
    extensions: costs({ isRead: true, price: { base: 100, perDay: 5 } }),
    args: t.validate(
      {
        start: t.arg({ type: 'DateTime', required: true, description: rules.startDescription }),
        end: t.arg({ type: 'DateTime', required: true, description: rules.endDescription }),
        model: t.arg.id({ description: rules.modelDescription }),
        timeZone: t.arg({ type: 'TimeZone', description: 'Time zone of the days of the series; default: UTC.' }),
      },
      promptAnalyticsArguments,
    ),
    resolve: async ({ id, brandId }, { window, model, timeZone }, ctx, info) => {
      const brand = await readableBrand(ctx, brandId);
      const scope = { brand, window, tags: [], promptId: id, model: model ?? null, timeZone: timeZone ?? null };
      return loadAnalytics(ctx, scope, selectionOf(info));
    },
  });
}
