// Days of a series put together into weeks or months: sums of days add up, so that figures are divided once for each bucket. Pure.

import { addSums, noSums } from './company-sums.js';
import { dayMs } from './limits.js';
import type { DatedSums } from './summary.js';

/** ISO weeks, which begin on Monday, and calendar months, in the time zone of the days. */
export const buckets = ['day', 'week', 'month'] as const;
export type Bucket = (typeof buckets)[number];

/** The listed days that lie in one bucket, by their places `[from, to)`. */
interface Stretch {
  /** The first of them: of the first bucket, the first day that the window touches. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
}

/** The buckets of listed days, which are ascending, without a gap but for the days that a zone skipped. */
export function stretchesOf(dates: readonly string[], bucket: Bucket): readonly Stretch[] {
  const names = dates.map((date) => nameOf(date, bucket));
  const starts = dates.flatMap((date, from) => (names[from] === names[from - 1] ? [] : [{ date, from }]));
  return starts.map(({ date, from }, at) => ({ date, from, to: starts[at + 1]?.from ?? dates.length }));
}

/** What the dates of one bucket, and no others, have in common. */
function nameOf(date: string, bucket: Bucket): string | number {
  if (bucket === 'day') return date;
  if (bucket === 'month') return date.slice(0, 'YYYY-MM'.length);
  // 1970-01-01 was a Thursday: three days after the Monday from which its weeks are counted.
  return Math.floor((Date.parse(`${date}T00:00:00Z`) / dayMs + 3) / 7);
}

/** The sums of each bucket of `days`. */
export function sumBuckets(days: readonly DatedSums[], bucket: Bucket): readonly DatedSums[] {
  if (bucket === 'day') return days;
  const dates = days.map(({ date }) => date);
  return stretchesOf(dates, bucket).map(({ date, from, to }) => ({ date, ...sumOf(days.slice(from, to)) }));
}

/** A company's mentions on one day, or in one bucket. */
export interface MentionsOfDay {
  readonly date: string;
  readonly mentions: number;
  /** Mentions of all companies. */
  readonly allMentions: number;
}

interface MentionColumns {
  readonly dates: readonly string[];
  readonly mentions: readonly number[];
  readonly allMentions: readonly number[];
}

/** A company's mentions in each bucket of the listed days; the columns run parallel. */
export function mentionsByBucket(columns: MentionColumns, bucket: Bucket): readonly MentionsOfDay[] {
  const total = (column: readonly number[], { from, to }: Stretch) =>
    column.slice(from, to).reduce((sum, each) => sum + each, 0);
  return stretchesOf(columns.dates, bucket).map((stretch) => ({
    date: stretch.date,
    mentions: total(columns.mentions, stretch),
    allMentions: total(columns.allMentions, stretch),
  }));
}

function sumOf(days: readonly DatedSums[]) {
  const total = { runs: 0, allMentions: 0, brand: noSums() };
  for (const { runs, allMentions, brand } of days) {
    total.runs += runs;
    total.allMentions += allMentions;
    addSums(total.brand, brand);
  }
  return total;
}
