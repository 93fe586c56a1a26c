// Visibility: how often the brand is mentioned.

import { ratio } from '../../domain/metrics.js';
import type { Sample } from '../../domain/statistics/sample.js';
import type { DatedSums } from '../../domain/summary.js';
import { builder } from '../builder/builder.js';
import { type Analytics, brandOverall, type Observed, requirePart } from '../loading/analytics.js';
import { brandOnDay, SampleSize, SeriesPoint, sampleFields } from './figures.js';
import { intervalField, robustIntervalField } from './interval.js';
import { dateDescription, seriesField } from './series.js';

/** Visibility as a ratio: runs that mention the brand of all runs. */
export function visibilitySample({ runs, sums }: Observed): Sample {
  return { part: sums.mentions, whole: runs };
}

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
    ...sampleFields(t, brandOnDay),
    interval: intervalField(t, 'visibility', (day) => visibilitySample(brandOnDay(day))),
  }),
});

export const Visibility = builder.objectRef<Analytics>('Visibility').implement({
  description: 'The share of runs that mention the brand.',
  interfaces: [SampleSize],
  fields: (t) => ({
    current: t.float({
      nullable: true,
      description: 'Runs that mention the brand / runs, a fraction in [0, 1]; null if there are no runs.',
      needs: ['sums'],
      resolve: (answer) => {
        const { runs, sums } = brandOverall(answer);
        return ratio(sums.mentions, runs);
      },
    }),
    ...sampleFields(t, brandOverall, { needs: ['sums'] }),
    interval: intervalField(t, 'current', (answer) => visibilitySample(brandOverall(answer)), 'sums'),
    robustInterval: robustIntervalField(t, 'current', ({ clusters }) => requirePart(clusters).visibility()),
    series: seriesField(t, VisibilityDay),
  }),
});
