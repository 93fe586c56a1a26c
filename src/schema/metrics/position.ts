// The position at which answers name a company.

import { averagePosition } from '../../domain/metrics.js';
import type { DatedSums } from '../../domain/summary.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { needs } from '../builder/field-extensions.js';
import { type Analytics, brandOverall, type Observed } from '../loading/analytics.js';
import { brandOnDay, PositionFigures, SampleSize, SeriesPoint, sampleFields } from './interfaces.js';
import { dateDescription, seriesField } from './series.js';

function averageFields<Parent>(t: FieldsOf<Parent>, of: (parent: Parent) => Observed, ...parts: readonly Need[]) {
  const extensions = needs(...parts);
  return {
    average: t.float({
      nullable: true,
      description: 'Arithmetic mean of the positions, at least 1 (1 = named first); null if no mention has a position.',
      extensions,
      resolve: (parent) => averagePosition(of(parent).sums),
    }),
    ...sampleFields(t, of, { mentions: 'Runs that mention the company, with or without a position.', parts }),
    positions: t.int({
      description: 'Number of mentions with a position, which `average` is the mean of.',
      extensions,
      resolve: (parent) => of(parent).sums.positions,
    }),
  };
}

export const Position = builder.objectRef<Observed>('Position').implement({
  description: 'The position of a company among the tracked companies named in the answers.',
  interfaces: [PositionFigures, SampleSize],
  fields: (t) => averageFields(t, (observed) => observed),
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
