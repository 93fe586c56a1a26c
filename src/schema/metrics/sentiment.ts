// The sentiment of answers towards a company.

import { labelShare } from '../../domain/metrics.js';
import type { DatedSums } from '../../domain/summary.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { type Analytics, brandOverall, type Observed } from '../loading/analytics.js';
import { brandOnDay, itself, labelFields, SampleSize, SentimentFigures, SeriesPoint } from './interfaces.js';
import { dateDescription, seriesField } from './series.js';

function shareFields<Parent>(t: FieldsOf<Parent>, of: (parent: Parent) => Observed, ...parts: readonly Need[]) {
  const share = (label: 'positive' | 'negative') =>
    t.float({
      nullable: true,
      description: `\`${label}\` / the sum of the four labels, a fraction in [0, 1]; null if no mention has a label.`,
      needs: parts,
      resolve: (parent) => labelShare(of(parent).sums, label),
    });
  return { positiveShare: share('positive'), negativeShare: share('negative') };
}

export const SentimentCounts = builder.objectRef<Observed>('SentimentCounts').implement({
  description: 'Number of runs that mention a company by sentiment label; mentions without a label are not counted.',
  interfaces: [SentimentFigures, SampleSize],
  fields: (t) => ({ ...labelFields(t, itself), ...shareFields(t, itself) }),
});

const SentimentDay = builder.objectRef<DatedSums>('SentimentDay').implement({
  description: 'Sentiment counts of the brand on one day.',
  interfaces: [SentimentFigures, SampleSize, SeriesPoint],
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: dateDescription }),
    ...labelFields(t, brandOnDay),
  }),
});

export const SentimentOverTime = builder.objectRef<Analytics>('SentimentOverTime').implement({
  description: 'The sentiment towards the brand over the window. Experimental: its shape may change.',
  interfaces: [SentimentFigures, SampleSize],
  fields: (t) => ({
    ...labelFields(t, brandOverall, 'sums'),
    ...shareFields(t, brandOverall, 'sums'),
    series: seriesField(t, SentimentDay),
  }),
});
