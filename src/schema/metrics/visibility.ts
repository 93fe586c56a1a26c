// Visibility: how often the brand is mentioned.

import { ratio } from '../../domain/metrics.js';
import type { Sample } from '../../domain/statistics/sample.js';
import type { DatedSums } from '../../domain/summary.js';
import { builder } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { costs, needs } from '../builder/field-extensions.js';
import { type Analytics, brandOverall, type Observed, requirePart } from '../loading/analytics.js';
import { SampleSize, SeriesPoint } from './interfaces.js';
import { type FieldsOf, intervalField, robustIntervalField } from './interval.js';
import { bucketsOf, dateDescription, seriesArguments, seriesDescription } from './series.js';

/** Visibility as a ratio: runs that mention the brand of all runs. */
export function visibilitySample({ runs, sums }: Observed): Sample {
  return { part: sums.mentions, whole: runs };
}

function sampleFields<Parent>(t: FieldsOf<Parent>, of: (parent: Parent) => Observed, ...parts: readonly Need[]) {
  const extensions = needs(...parts);
  return {
    runs: t.int({ description: 'Runs counted.', extensions, resolve: (parent) => of(parent).runs }),
    mentions: t.int({
      description: 'Runs that mention the brand.',
      extensions,
      resolve: (parent) => of(parent).sums.mentions,
    }),
  };
}

const brandOf = ({ runs, brand }: DatedSums): Observed => ({ runs, sums: brand });

const VisibilityDay = builder.objectRef<DatedSums>('VisibilityDay').implement({
  description: 'Visibility of the brand on one day.',
  interfaces: [SampleSize, SeriesPoint],
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: dateDescription }),
    visibility: t.float({
      nullable: true,
      description:
        'Runs of the day that mention the brand / runs of the day, a fraction in [0, 1]; null on a day without runs.',
      resolve: ({ runs, brand }) => ratio(brand.mentions, runs),
    }),
    ...sampleFields(t, brandOf),
    interval: intervalField(t, 'visibility', (day) => visibilitySample(brandOf(day))),
  }),
});

export const Visibility = builder.objectRef<Analytics>('Visibility').implement({
  description: 'The share of runs that mention the brand.',
  interfaces: [SampleSize],
  fields: (t) => ({
    current: t.float({
      nullable: true,
      description: 'Runs that mention the brand / runs, a fraction in [0, 1]; null if there are no runs.',
      extensions: needs('sums'),
      resolve: (answer) => {
        const { runs, sums } = brandOverall(answer);
        return ratio(sums.mentions, runs);
      },
    }),
    ...sampleFields(t, brandOverall, 'sums'),
    interval: intervalField(t, 'current', (answer) => visibilitySample(brandOverall(answer)), 'sums'),
    robustInterval: robustIntervalField(t, 'current', ({ clusters }) => requirePart(clusters).visibility()),
    series: t.field({
      type: [VisibilityDay],
      description: seriesDescription,
      args: seriesArguments(t),
      extensions: { ...needs('days'), ...costs({ size: 'days' }) },
      resolve: (answer, { bucket }) => bucketsOf(answer, bucket),
    }),
  }),
});
