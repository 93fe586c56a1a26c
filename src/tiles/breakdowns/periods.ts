// The parts of a window that a breakdown tells apart: its days, weeks or months, or all of it. Pure.

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { dimensions } from '../../domain/breakdown/dimensions-and-measures.js';
import { type Bucket, stretchesOf } from '../../domain/bucket.js';
import { listedDays, type RunSpan } from '../../domain/series.js';
import type { Window } from '../../domain/window.js';
import type { Fault } from '../../errors.js';

export interface Period extends Window {
  /** The first of its days; empty where the window is not told apart. */
  readonly date: string;
}

/** Days, weeks or months; `null`: the window is not told apart. */
export function bucketOf({ by }: BreakdownAsk): Bucket | null {
  // safe because the dimensions of time are the buckets
  return (by.find((name) => dimensions[name].of === 'time') as Bucket | undefined) ?? null;
}

/** The periods of a breakdown, or why there are none. `span` holds the brand's runs in a long window. */
export function periodsOf(ask: BreakdownAsk, span: RunSpan | null): readonly Period[] | Fault {
  const { window, series } = ask.question;
  const bucket = bucketOf(ask);
  if (bucket === null) return [{ date: '', ...window }];
  const days = listedDays(window, series, span);
  if ('message' in days) return days;
  const dates = days.map(({ date }) => date);
  return stretchesOf(dates, bucket).map(({ date, from, to }) => ({
    date,
    start: Math.max(window.start, days[from]?.start ?? window.start),
    end: Math.min(window.end, days[to - 1]?.end ?? window.end),
  }));
}
