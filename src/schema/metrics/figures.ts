// What types of figures share, so that a client can read them with one fragment, and those about one company: its position, and its sentiment. No field
// returns an interface: each type resolves its fields itself.

import { averagePosition, labelShare } from '../../domain/metrics.js';
import type { DatedSums } from '../../domain/summary.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { type Analytics, brandOverall, type Observed } from '../loading/analytics.js';
import { dateDescription, seriesField } from './series.js';

export const SampleSize = builder.interfaceRef<object>('SampleSize').implement({
  description: 'A figure with the sample that it rests on.',
  fields: (t) => ({
    runs: t.int({ description: 'Runs counted.' }),
    mentions: t.int({ description: 'Those of them that mention the brand or the company.' }),
  }),
});

/** What declares fields of figures: of an object, or of an interface. */
type Figures<Parent> = Pick<FieldsOf<Parent>, 'int' | 'float'>;

/** Of a type that is a company within some runs. */
const itself = (observed: Observed) => observed;

/** The brand on one day. */
export const brandOnDay = ({ runs, brand }: DatedSums): Observed => ({ runs, sums: brand });

interface SampleOptions {
  /** The description of the mentions. */
  readonly mentions?: string;
  readonly needs?: readonly Need[];
}

/** The fields of `SampleSize` within what `of` gives. */
export function sampleFields<Parent>(
  t: Figures<Parent>,
  of: (parent: Parent) => Observed,
  { mentions = 'Runs that mention the brand.', needs = [] }: SampleOptions = {},
) {
  return {
    runs: t.int({ description: 'Runs counted.', needs, resolve: (parent) => of(parent).runs }),
    mentions: t.int({ description: mentions, needs, resolve: (parent) => of(parent).sums.mentions }),
  };
}

export const SeriesPoint = builder.interfaceRef<object>('SeriesPoint').implement({
  description: 'One element of a series.',
  fields: (t) => ({
    date: t.field({
      type: 'Date',
      description: dateDescription,
    }),
  }),
});

/** The fields of `PositionFigures` within what `of` gives. */
function averageFields<Parent>(t: Figures<Parent>, of: (parent: Parent) => Observed, ...needs: readonly Need[]) {
  return {
    average: t.float({
      nullable: true,
      description: 'Arithmetic mean of the positions, at least 1 (1 = named first); null if no mention has a position.',
      needs,
      resolve: (parent) => averagePosition(of(parent).sums),
    }),
    ...sampleFields(t, of, { mentions: 'Runs that mention the company, with or without a position.', needs }),
    positions: t.int({
      description: 'Number of mentions with a position, which `average` is the mean of.',
      needs,
      resolve: (parent) => of(parent).sums.positions,
    }),
  };
}

const PositionFigures = builder.interfaceRef<Observed>('PositionFigures').implement({
  description: 'The position of a company, in a window or on a day.',
  fields: (t) => averageFields(t, itself),
});

const labels = {
  positive: 'Runs that mention the company positively.',
  neutral: 'Runs that mention the company neutrally.',
  negative: 'Runs that mention the company negatively.',
  mixed: 'Runs that mention the company both positively and negatively.',
};

/** The fields of `SentimentFigures` within what `of` gives. */
function labelFields<Parent>(t: Figures<Parent>, of: (parent: Parent) => Observed, ...needs: readonly Need[]) {
  const count = (label: keyof typeof labels) =>
    t.int({ description: labels[label], needs, resolve: (parent) => of(parent).sums[label] });
  return {
    positive: count('positive'),
    neutral: count('neutral'),
    negative: count('negative'),
    mixed: count('mixed'),
    ...sampleFields(t, of, { mentions: 'Runs that mention the company, with or without a sentiment label.', needs }),
  };
}

const SentimentFigures = builder.interfaceRef<Observed>('SentimentFigures').implement({
  description: 'The sentiment towards a company, in a window or on a day.',
  fields: (t) => labelFields(t, itself),
});

export const CompanyShare = builder.interfaceRef<object>('CompanyShare').implement({
  description: 'The share of a company in the mentions of all companies.',
  fields: (t) => ({
    name: t.string({ description: 'Name of the company.' }),
    mentions: t.int({ description: 'Runs that mention the company.' }),
    share: t.float({
      nullable: true,
      description:
        'Its mentions / the mentions of all companies, a fraction in [0, 1]; null if no company is mentioned.',
    }),
    runs: t.int({ description: 'Runs counted.' }),
    allMentions: t.int({ description: 'Mentions of all companies, which `share` is a share of.' }),
  }),
});

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
