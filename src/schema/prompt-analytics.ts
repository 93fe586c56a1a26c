// The analytics summary of one prompt: that of its brand, over the runs of this prompt alone.

import type { StandardSchemaV1 } from '@pothos/plugin-validation';
import { z } from 'zod';
import type { Fault } from '../errors.js';
import { readablePrompt } from './access.js';
import { loadAnalytics } from './analytics.js';
import * as rules from './arguments.js';
import { BrandAnalytics } from './brand-analytics.js';
import type { Rule } from './faults.js';
import { costs } from './field-extensions.js';
import type { FieldsOf } from './interval.js';
import { listsRule } from './lists/lists-rule.js';
import { withParsed } from './parsed-arguments.js';
import { argumentsWithin, selectionOf } from './selection.js';

const promptArguments = withParsed(z.object({ model: rules.model, timeZone: rules.timeZone }), {
  window: rules.window,
});

/** Faults in the arguments of any `analytics` of a prompt below a root field, and of their lists, are faults of that field, so that all are reported together. */
export const promptAnalyticsRule: Rule = async (rootArgs, ctx, info) => {
  const faults: Fault[] = [...(await listsRule(rootArgs, ctx, info))];
  for (const args of argumentsWithin(info, 'Prompt.analytics')) {
    const { issues = [] } = await promptArguments['~standard'].validate(args);
    faults.push(...issues.map(toFault), ...(await rules.modelRule(args, ctx, info)));
  }
  return faults;
};

function toFault({ path = [], message }: StandardSchemaV1.Issue): Fault {
  return { field: path.length === 0 ? null : String(path[0]), message };
}

/** The field `analytics` of its parent, a prompt. Its runs are read as rows, of which a prompt has few. */
export function promptAnalyticsField(t: FieldsOf<{ readonly id: string }>) {
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
      promptArguments,
    ),
    resolve: async ({ id }, { window, model, timeZone }, ctx, info) => {
      const { brand } = await readablePrompt(ctx, id);
      const scope = { brand, window, tags: [], promptId: id, model: model ?? null, timeZone: timeZone ?? null };
      return loadAnalytics(ctx, scope, selectionOf(info));
    },
  });
}
