// What the elements of a prompt's series are about: coarser than those of a brand, because a prompt has few answers a day.

import { type Bucket, lengthOf } from '../../data/period.js';
import { bucketOf, type View } from '../../data/view.js';

/** The longest window whose days are shown one by one. */
const maxDays = 10;

/** As selected; by weeks at least in a window of more than some days. */
export function promptBucket(view: View): Bucket {
  const usual = bucketOf(view);
  return view.bucket === null && usual === 'DAY' && lengthOf(view.period) > maxDays ? 'WEEK' : usual;
}
