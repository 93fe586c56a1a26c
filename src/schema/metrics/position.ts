// The position at which answers name a company.

import type { DatedSums } from '../../domain/summary.js';
import { builder } from '../builder/builder.js';
import { type Analytics, brandOverall, type Observed } from '../loading/analytics.js';
import { averageFields, brandOnDay, itself, PositionFigures, SampleSize, SeriesPoint } from './interfaces.js';
import { dateDescription, seriesField } from './series.js';

export const Position = builder.objectRef<Observed>('Position').implement({
  description: 'The position of a company among the tracked companies named in the answers.',
  interfaces: [PositionFigures, SampleSize],
  fields: (t) => averageFields(t, itself),
});

const PositionDay = builder.objectRef<DatedSums>('PositionDay').implement({
  description: 'The position of the brand on one day.',
  interfaces: [PositionFigures, SampleSize, SeriesPoint],
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: dateDescription }),
    ...averageFields(t, brandOnDay),
  }),
});

export const PositionOverTime = builder.objectRef<Analytics>('PositionOverTime').implement({
  description: 'The position of the brand over the window. Experimental: its shape may change.',
  interfaces: [PositionFigures, SampleSize],
  fields: (t) => ({
    ...averageFields(t, brandOverall, 'sums'),
    series: seriesField(t, PositionDay),
  }),
});
