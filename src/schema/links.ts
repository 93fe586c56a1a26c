// The fields that lead from one type to another: from a brand to its figures, from a run to its prompt, brand and model, from a prompt to its brand and runs. All stay within
// the brand that was asked for, so access and versions are those of the field above.

import { builder, type FieldsOf } from './builder/builder.js';
import { Brand } from './entities/brand.js';
import { brandAnalyticsField } from './entities/brand-analytics.js';
import { Model } from './entities/model.js';
import { Prompt } from './entities/prompt.js';
import { readableBrand, readablePromptRow } from './loading/access.js';
import { promptRunsField } from './runs/prompt-runs.js';
import { Run } from './runs/run.js';

builder.objectField(Brand, 'analytics', brandAnalyticsField);

function brandField(t: FieldsOf<{ readonly brandId: string }>) {
  return t.field({
    type: Brand,
    description: 'The brand that the prompt is tracked for.',
    cost: { price: { base: 2 } },
    resolve: ({ brandId }, _args, ctx) => readableBrand(ctx, brandId),
  });
}

builder.objectFields(Run, (t) => ({
  prompt: t.field({
    type: Prompt,
    description: 'The prompt that was answered.',
    cost: { price: { base: 2 } },
    resolve: ({ promptId }, _args, ctx) => readablePromptRow(ctx, promptId),
  }),
  brand: brandField(t),
  modelInfo: t.field({
    type: Model,
    description: 'The model that answered.',
    needs: ['labels'],
    // A model that was registered after the models were read: its id is its label until it is given another.
    resolve: async ({ model }, _args, ctx) => (await ctx.loaders.model.load(model)) ?? { id: model, label: model },
  }),
}));

builder.objectFields(Prompt, (t) => ({
  brand: brandField(t),
  runs: promptRunsField(t),
}));
