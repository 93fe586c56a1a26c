// What a line chart shows: series over days, weeks or months. The axis covers the whole window, also where the series say nothing.

import { addDays } from '../data/days.js';
import { type Bucket, type Days, lastDayOf } from '../data/period.js';
import type { Bounds } from '../ui/bounds.js';
import { shortDay } from '../ui/format.js';

export interface Line {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly isBrand?: boolean;
  /** Of the window compared with: drawn behind, in grey. */
  readonly isEarlier?: boolean;
  /** Its place among all series, of which some are shown; default: among those shown. */
  readonly identity?: number;
  /** How many answers or mentions each value is of. */
  readonly counts?: readonly (number | null)[];
  /** The interval of each value. */
  readonly bounds?: readonly (Bounds | null)[];
}

/** An element of the axis. */
export interface Slot {
  readonly date: string;
  /** Its index in the series; null if they have no such element. */
  readonly at: number | null;
}

/** What happened on some days, both included, as `YYYY-MM-DD`. */
export interface ChartNote {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Says more. */
  readonly url: string | null;
}

/** The notes of an element of the axis. */
export function notesAt(slots: readonly Slot[], index: number, notes: readonly ChartNote[]): readonly ChartNote[] {
  const [slot, next] = [slots[index], slots[index + 1]];
  return notes.filter(({ from, to }) => slot && to >= slot.date && (!next || from < next.date));
}

/** Longer gaps at the ends of a window are not drawn: a series over a very long window has the days with answers alone. */
const maxFilled = 400;

/** The elements of the axis: those of the series, and those of the window before and after them. */
export function slotsOf(dates: readonly string[], bucket: Bucket, { from, to }: Days): readonly Slot[] {
  const known = dates.map((date, at) => ({ date, at }));
  const [first = to] = dates;
  const last = dates.at(-1);
  const before = stepsBetween(from, first, bucket);
  const after = last === undefined ? [to] : stepsBetween(nextStart(last, bucket), addDays(to, 1), bucket);
  const gap = (found: readonly string[]) => (found.length > maxFilled ? [] : found.map((date) => ({ date, at: null })));
  return [...gap(before), ...known, ...gap(after)];
}

/** First days of the elements from `from` to `end`, which is not included. */
function stepsBetween(from: string, end: string, bucket: Bucket): readonly string[] {
  const found: string[] = [];
  for (let date = from; date < end && found.length <= maxFilled; date = nextStart(date, bucket)) found.push(date);
  return found;
}

const nextStart = (date: string, bucket: Bucket) => addDays(lastDayOf(date, bucket), 1);

/** A line with a value, a count and an interval for each element of the axis. */
export function onAxis(slots: readonly Slot[], line: Line) {
  const pick = <Value>(of: readonly (Value | null)[] = []) =>
    slots.map(({ at }) => (at === null ? null : (of[at] ?? null)));
  return { ...line, values: pick(line.values), counts: pick(line.counts), bounds: pick(line.bounds) };
}

export type AxisLine = ReturnType<typeof onAxis>;

/** Where a value has no neighbour to be joined to by a line. */
export function isolated(values: readonly (number | null)[]): readonly number[] {
  const has = (index: number) => (values[index] ?? null) !== null;
  return values.flatMap((_, index) => (has(index) && !has(index - 1) && !has(index + 1) ? [index] : []));
}

/** Values of fewer answers move by chance. */
const minCount = 10;
/** Charts with more elements than this have no dots on their lines. */
export const maxDots = 62;

/** Where on the axis a dot is of few answers. */
export function fewAt({ values, counts }: AxisLine): readonly number[] {
  if (values.length > maxDots) return [];
  return values.flatMap((value, at) => (value !== null && (counts[at] ?? minCount) < minCount ? [at] : []));
}

/** What stands for what in a chart, of what is drawn in it. */
export function legendOf(lines: readonly AxisLine[], unit: string): readonly string[] {
  const earlier = lines.find(({ isEarlier }) => isEarlier);
  const bounded = lines.filter(({ bounds }) => bounds.some((each) => each !== null));
  const isBand = bounded.some(({ values }) => isolated(values).length < values.filter((each) => each !== null).length);
  return [
    ...(earlier ? [`Dashed line: ${earlier.label}`] : []),
    ...(bounded.length > 0 ? [`${isBand ? 'Shaded' : 'Upright bar'}: 95% interval`] : []),
    ...(lines.some((line) => fewAt(line).length > 0) ? [`Hollow points: fewer than ten ${unit}`] : []),
  ];
}

/** Labels for some of the elements, so that each has at least `minSpace` pixels; the year stands below where it begins. */
export function tickLabels(slots: readonly Slot[], bucket: Bucket, most: number): ReadonlyMap<number, string> {
  const step = Math.max(1, Math.ceil(slots.length / Math.max(1, most)));
  const labels = new Map<number, string>();
  let year = '';
  for (let index = 0; index < slots.length; index += step) {
    const date = slots[index]?.date ?? '';
    const text = bucket === 'MONTH' ? shortDay(date).replace(/^\d+ /, '') : shortDay(date);
    labels.set(index, date.slice(0, 4) === year ? text : `${text}\n${date.slice(0, 4)}`);
    year = date.slice(0, 4);
  }
  return labels;
}
