// The figures of one model.

import { brandSums, ratio } from '../domain/metrics.js';
import type { LabelledSums, Observed } from './answer.js';
import { builder } from './builder.js';
import { intervalField } from './interval.js';
import { Position } from './position.js';
import { needs } from './selection.js';
import { SentimentCounts } from './sentiment.js';
import { visibilitySample } from './visibility.js';

const brandWithin = (model: LabelledSums): Observed => ({ runs: model.runs, sums: brandSums(model) });

export const ModelAnalytics = builder.objectRef<LabelledSums>('ModelAnalytics').implement({
  description: 'The figures of one model that produced a run; sentiment and position are those of the brand.',
  fields: (t) => ({
    model: t.exposeID('model', { description: 'Identifier of the model, usable as the `model` filter.' }),
    label: t.exposeString('label', { description: 'Display label of the model.', extensions: needs('labels') }),
    runs: t.exposeInt('runs', { description: 'Runs of the model.' }),
    brandMentions: t.int({
      description: 'Runs of the model that mention the brand.',
      resolve: (model) => brandSums(model).mentions,
    }),
    visibility: t.float({
      nullable: true,
      description:
        '`brandMentions` ÷ `runs`, a fraction in [0, 1]; never null, because a model without a run is not listed.',
      resolve: (model) => ratio(brandSums(model).mentions, model.runs),
    }),
    interval: intervalField(t, 'visibility', (model) => visibilitySample(brandWithin(model))),
    citations: t.exposeInt('citations', {
      description: 'Citations that the runs of the model carry, every occurrence counted.',
    }),
    sentiment: t.field({
      type: SentimentCounts,
      description: 'How the runs of the model speak of the brand.',
      resolve: brandWithin,
    }),
    position: t.field({
      type: Position,
      description: 'At which place the runs of the model name the brand.',
      resolve: brandWithin,
    }),
  }),
});
