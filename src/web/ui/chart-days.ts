// The elements of a chart over time: of which days they are, and how one is opened.

import type { Params } from '../app/address.js';
import { useAddress } from '../app/navigation.js';
import { type Bucket, bucketDays, type Days, daysOf } from '../data/period.js';
import { useShown } from '../data/use-query.js';

export interface ChartDays {
  readonly bucket: Bucket;
  /** The window, which the axis covers. */
  readonly range: Days;
  /** The days of the element that begins at a date. */
  readonly daysAt: (date: string) => Days;
  /** Opens the answers of that element. */
  readonly open: (date: string) => void;
}

/** Those of the figures shown: while others load, of the window before. `params` selects among the answers. */
export function useChartDays(bucket: Bucket, isLoading: boolean, params: Params = {}): ChartDays {
  const { view, go } = useAddress();
  const shown = useShown({ bucket, range: daysOf(view.period, view.timeZone) }, isLoading);
  const daysAt = (date: string) => bucketDays(date, shown.bucket, shown.range);
  const open = (date: string) => {
    const { from, to } = daysAt(date);
    go({ page: 'answers', params: { ...params, day: from, ...(to === from ? {} : { until: to }) } });
  };
  return { ...shown, daysAt, open };
}
