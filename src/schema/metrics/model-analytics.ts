// The figures of one model.

import { brandSums, ratio } from '../../domain/metrics.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { type Analytics, type ModelFigures, type Observed, requirePart } from '../loading/analytics.js';
import { Position, SentimentCounts } from './figures.js';
import { intervalField, robustIntervalField } from './interval.js';
import { ModelEntry } from './share-of-voice.js';
import { visibilitySample } from './visibility.js';

const brandWithin = (model: ModelFigures): Observed => ({ runs: model.runs, sums: brandSums(model) });

const ModelAnalytics = builder.objectRef<ModelFigures>('ModelAnalytics').implement({
  description: 'The figures of one model; sentiment and position are those of the brand.',
  fields: (t) => ({
    model: t.exposeID('model', { description: 'Identifier of the model, usable as the `model` filter.' }),
    label: t.exposeString('label', { description: 'Display label of the model.', needs: ['labels'] }),
    runs: t.exposeInt('runs', { description: 'Runs of the model.' }),
    brandMentions: t.int({
      description: 'Runs of the model that mention the brand.',
      resolve: (model) => brandSums(model).mentions,
    }),
    visibility: t.float({
      nullable: true,
      description:
        '`brandMentions` / `runs`, a fraction in [0, 1]; never null, because models without runs are not listed.',
      resolve: (model) => ratio(brandSums(model).mentions, model.runs),
    }),
    interval: intervalField(t, 'visibility', (model) => visibilitySample(brandWithin(model))),
    robustInterval: robustIntervalField(t, 'visibility', ({ clusters }) => requirePart(clusters).visibility()),
    citations: t.exposeInt('citations', {
      description: 'Citations in the runs of the model, counting every occurrence.',
    }),
    sentiment: t.field({
      type: SentimentCounts,
      description: 'Sentiment of the runs of the model that mention the brand.',
      resolve: brandWithin,
    }),
    position: t.field({
      type: Position,
      description: 'Position of the brand in the answers of the model.',
      resolve: brandWithin,
    }),
    entries: t.field({
      type: [ModelEntry],
      description: 'All companies within the model, by mentions descending, then the brand first, then by name.',
      cost: { isLong: true },
      resolve: ({ standings }) => standings(),
    }),
  }),
});

/** A field with the models of its parent. */
export function modelsField(t: FieldsOf<Analytics>) {
  return t.field({
    type: [ModelAnalytics],
    description: 'One element for each model with at least one run, by runs descending, then by id.',
    needs: ['sums'],
    resolve: ({ models }) => requirePart(models),
  });
}
