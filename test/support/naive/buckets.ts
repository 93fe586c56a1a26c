// Days put together into weeks and months, by asking of each date which bucket it lies in.

export type Bucket = 'day' | 'week' | 'month';

/** The dates of each bucket, both ascending; a bucket is called after its first date. */
export function inBuckets(dates: readonly string[], bucket: Bucket): readonly (readonly string[])[] {
  const names = new Set(dates.map((date) => nameOf(date, bucket)));
  return [...names].map((name) => dates.filter((date) => nameOf(date, bucket) === name));
}

/** What only the dates of one bucket share: the date, its Monday, its month. */
function nameOf(date: string, bucket: Bucket): string {
  if (bucket === 'month') return date.slice(0, 7);
  if (bucket === 'day') return date;
  let at = Date.parse(`${date}T00:00:00Z`);
  while (new Date(at).getUTCDay() !== 1) at -= 86_400_000;
  return new Date(at).toISOString().slice(0, 10);
}
