// What every series has: one element for each day, or for each week or month.

import type { ObjectRef } from '@pothos/core';
import { sumBuckets } from '../../domain/bucket.js';
import type { DatedSums } from '../../domain/summary.js';
import { type builder, enumOf, type FieldsOf } from '../builder/builder.js';
import { type Analytics, requirePart } from '../loading/analytics.js';

const Bucket = enumOf('Bucket', 'What one element of a series is about.', {
  day: 'A calendar day.',
  week: 'An ISO week, which begins on Monday.',
  month: 'A calendar month.',
});

export const seriesDescription =
  "One element for each calendar day that the window touches, ascending, days without a run included; of a long window only the days from the brand's first run in it to its last. A week or month has the figures of those of its days that are listed.";

export const dateDescription = 'The calendar day; of a week or month, the first of its days that is listed.';

/** The field `series(bucket)` of the analytics, whose elements are of a type of days. */
export function seriesField(t: FieldsOf<Analytics>, type: ObjectRef<typeof builder.$inferSchemaTypes, DatedSums>) {
  return t.field({
    type: [type],
    description: seriesDescription,
    args: seriesArguments(t),
    needs: ['days'],
    cost: { size: 'days' },
    resolve: ({ days }, { bucket }) => sumBuckets(requirePart(days), bucket ?? 'day'),
  });
}

/** The arguments of a series. */
export function seriesArguments<Parent>(t: FieldsOf<Parent>) {
  return {
    bucket: t.arg({
      type: Bucket,
      defaultValue: 'day',
      description: 'One element for each day, ISO week or calendar month, in the time zone of the request.',
    }),
  };
}
