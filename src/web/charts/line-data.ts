// What a line chart shows: series over days, weeks or months. The axis covers the whole window, also where the series say nothing.

export type Bucket = 'DAY' | 'WEEK' | 'MONTH';

interface Bounds {
  readonly low: number;
  readonly high: number;
}

export interface Line {
  readonly id: string;
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly isBrand?: boolean;
  /** Of the window compared with: drawn behind, in grey. */
  readonly isEarlier?: boolean;
  /** Its place among all series, of which some are shown; default: among those shown. */
  readonly identity?: number;
  /** How many answers or mentions each value is of. */
  readonly counts?: readonly number[];
  /** The interval of each value. */
  readonly bounds?: readonly (Bounds | null)[];
}

export interface DayRange {
  /** First day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Last day, included. */
  readonly to: string;
}

/** An element of the axis. */
export interface Slot {
  readonly date: string;
  /** Its index in the series; null if they have no such element. */
  readonly at: number | null;
}

/** Longer gaps at the ends of a window are not drawn: a series over a very long window has the days with answers alone. */
const maxFilled = 400;
const dayMs = 86_400_000;

/** The elements of the axis: those of the series, and those of the window before and after them. */
export function slotsOf(dates: readonly string[], bucket: Bucket, { from, to }: DayRange): readonly Slot[] {
  const known = dates.map((date, at) => ({ date, at }));
  const [first = to] = dates;
  const last = dates.at(-1);
  const before = stepsBetween(from, first, bucket);
  const after = last === undefined ? [to] : stepsBetween(nextStart(last, bucket), nextDay(to), bucket);
  const gap = (found: readonly string[]) => (found.length > maxFilled ? [] : found.map((date) => ({ date, at: null })));
  return [...gap(before), ...known, ...gap(after)];
}

/** First days of the elements from `from` to `end`, which is not included. */
function stepsBetween(from: string, end: string, bucket: Bucket): readonly string[] {
  const found: string[] = [];
  for (let date = from; date < end && found.length <= maxFilled; date = nextStart(date, bucket)) found.push(date);
  return found;
}

function nextStart(date: string, bucket: Bucket): string {
  if (bucket === 'DAY') return nextDay(date);
  const at = new Date(`${date}T00:00:00Z`);
  if (bucket === 'MONTH') return isoDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  // Monday is the first day of a week.
  return isoDay(at.getTime() + (7 - ((at.getUTCDay() + 6) % 7)) * dayMs);
}

const nextDay = (date: string) => isoDay(Date.parse(`${date}T00:00:00Z`) + dayMs);
const isoDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** Where a value has no neighbour to be joined to by a line. */
export function isolated(values: readonly (number | null)[]): readonly number[] {
  const has = (index: number) => (values[index] ?? null) !== null;
  return values.flatMap((_, index) => (has(index) && !has(index - 1) && !has(index + 1) ? [index] : []));
}

/** Values of fewer answers move by chance. */
const minCount = 10;

/** Where on the axis a value is of few answers. */
export function fewAt(slots: readonly Slot[], { values, counts = [] }: Line): readonly number[] {
  const isFew = (at: number) => (values[at] ?? null) !== null && (counts[at] ?? minCount) < minCount;
  return slots.flatMap(({ at }, index) => (at !== null && isFew(at) ? [index] : []));
}

const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthOnly = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** Labels for some of the elements, so that each has at least `minSpace` pixels; the year stands below where it begins. */
export function tickLabels(slots: readonly Slot[], bucket: Bucket, most: number): ReadonlyMap<number, string> {
  const step = Math.max(1, Math.ceil(slots.length / Math.max(1, most)));
  const format = bucket === 'MONTH' ? monthOnly : dayMonth;
  const labels = new Map<number, string>();
  let year = '';
  for (let index = 0; index < slots.length; index += step) {
    const date = slots[index]?.date ?? '';
    const text = format.format(new Date(`${date}T00:00:00Z`));
    labels.set(index, date.slice(0, 4) === year ? text : `${text}\n${date.slice(0, 4)}`);
    year = date.slice(0, 4);
  }
  return labels;
}
