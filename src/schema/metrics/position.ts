// The position at which answers name a company.

import { averagePosition } from '../../domain/metrics.js';
import type { DatedSums } from '../../domain/summary.js';
import { builder } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { costs, needs } from '../builder/field-extensions.js';
import { type Analytics, brandOverall, type Observed } from '../loading/analytics.js';
import { PositionFigures, SampleSize, SeriesPoint } from './interfaces.js';
import type { FieldsOf } from './interval.js';
import { bucketsOf, dateDescription, seriesArguments, seriesDescription } from './series.js';

function averageFields<Parent>(t: FieldsOf<Parent>, of: (parent: Parent) => Observed, ...parts: readonly Need[]) {
  const extensions = needs(...parts);
  return {
    average: t.float({
      nullable: true,
      description: 'Arithmetic mean of the positions, at least 1 (1 = named first); null if no mention has a position.',
      extensions,
      resolve: (parent) => averagePosition(of(parent).sums),
    }),
    runs: t.int({ description: 'Runs counted.', extensions, resolve: (parent) => of(parent).runs }),
    mentions: t.int({
      description: 'Runs that mention the company, with or without a position.',
      extensions,
      resolve: (parent) => of(parent).sums.mentions,
    }),
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
    ...averageFields(t, ({ runs, brand }) => ({ runs, sums: brand })),
  }),
});

export const PositionOverTime = builder.objectRef<Analytics>('PositionOverTime').implement({
  description: 'The position of the brand over the window. Experimental: its shape may change.',
  interfaces: [PositionFigures, SampleSize],
  fields: (t) => ({
    ...averageFields(t, brandOverall, 'sums'),
    series: t.field({
      type: [PositionDay],
      description: seriesDescription,
      args: seriesArguments(t),
      extensions: { ...needs('days'), ...costs({ size: 'days' }) },
      resolve: (answer, { bucket }) => bucketsOf(answer, bucket),
    }),
  }),
});
