// What types of figures share, so that a client can read them with one fragment. No field returns an interface: each type resolves its fields itself.

import type { DatedSums } from '../../domain/summary.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { needs } from '../builder/field-extensions.js';
import type { Observed } from '../loading/analytics.js';
import { dateDescription } from './series.js';

export const SampleSize = builder.interfaceRef<object>('SampleSize').implement({
  description: 'A figure with the sample that it rests on.',
  fields: (t) => ({
    runs: t.int({ description: 'Runs counted.' }),
    mentions: t.int({ description: 'Those of them that mention the brand or the company.' }),
  }),
});

/** The brand on one day. */
export const brandOnDay = ({ runs, brand }: DatedSums): Observed => ({ runs, sums: brand });

interface SampleOptions {
  /** The description of the mentions. */
  readonly mentions?: string;
  readonly parts?: readonly Need[];
}

/** The fields of `SampleSize` within what `of` gives. */
export function sampleFields<Parent>(
  t: FieldsOf<Parent>,
  of: (parent: Parent) => Observed,
  { mentions = 'Runs that mention the brand.', parts = [] }: SampleOptions = {},
) {
  const extensions = needs(...parts);
  return {
    runs: t.int({ description: 'Runs counted.', extensions, resolve: (parent) => of(parent).runs }),
    mentions: t.int({ description: mentions, extensions, resolve: (parent) => of(parent).sums.mentions }),
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

export const PositionFigures = builder.interfaceRef<object>('PositionFigures').implement({
  description: 'The position of a company, in a window or on a day.',
  fields: (t) => ({
    average: t.float({
      nullable: true,
      description: 'Arithmetic mean of the positions, at least 1 (1 = named first); null if no mention has a position.',
    }),
    runs: t.int({ description: 'Runs counted.' }),
    mentions: t.int({ description: 'Runs that mention the company, with or without a position.' }),
    positions: t.int({ description: 'Number of mentions with a position, which `average` is the mean of.' }),
  }),
});

export const SentimentFigures = builder.interfaceRef<object>('SentimentFigures').implement({
  description: 'The sentiment towards a company, in a window or on a day.',
  fields: (t) => ({
    positive: t.int({ description: 'Runs that mention the company positively.' }),
    neutral: t.int({ description: 'Runs that mention the company neutrally.' }),
    negative: t.int({ description: 'Runs that mention the company negatively.' }),
    mixed: t.int({ description: 'Runs that mention the company both positively and negatively.' }),
    runs: t.int({ description: 'Runs counted.' }),
    mentions: t.int({ description: 'Runs that mention the company, with or without a sentiment label.' }),
  }),
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
