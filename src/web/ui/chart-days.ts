// The elements of a chart over time: of which days they are, and how one is opened.

import type { Params } from '../app/address.js';
import { useAddress } from '../app/navigation.js';
import type { ChartNote } from '../charts/chart-notes.js';
import { dayOf } from '../data/days.js';
import { type Bucket, bucketDays, type Days, daysOf, spanOf } from '../data/period.js';
import { useQuery, useShown } from '../data/use-query.js';
import type { View } from '../data/view.js';
import { annotationsDocument } from '../documents/annotations.js';

export interface ChartDays {
  readonly bucket: Bucket;
  /** The window, which the axis covers. */
  readonly range: Days;
  /** The days of the element that begins at a date. */
  readonly daysAt: (date: string) => Days;
  /** Opens the answers of that element. */
  readonly onPick: (date: string) => void;
  /** What happened in the window. */
  readonly notes: readonly ChartNote[];
}

/** Those of the figures shown: while others load, of the window before. `params` selects among the answers. */
export function useChartDays(bucket: Bucket, isLoading: boolean, params: Params = {}): ChartDays {
  const { view, go } = useAddress();
  const shown = useShown({ bucket, range: daysOf(view.period, view.timeZone) }, isLoading);
  const daysAt = (date: string) => bucketDays(date, shown.bucket, shown.range);
  const onPick = (date: string) => {
    const { from, to } = daysAt(date);
    go({ page: 'answers', params: { ...params, day: from, ...(to === from ? {} : { until: to }) } });
  };
  return { ...shown, daysAt, onPick, notes: useNotes(view) };
}

function useNotes({ brand, period, timeZone }: View): readonly ChartNote[] {
  const { data } = useQuery(annotationsDocument, { brandId: brand, ...spanOf(period, timeZone) });
  const annotations = data?.brandAnalytics.annotations ?? [];
  return annotations.map(({ at, until, text, url }) => {
    const [from, end] = [Date.parse(at), until === null ? null : Date.parse(until) - 1];
    return { from: dayOf(from, timeZone), to: dayOf(end ?? from, timeZone), text, url };
  });
}
