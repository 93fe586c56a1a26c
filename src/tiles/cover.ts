// Which tiles make up a window: whole months, whole days, and quarters at the edges and wherever a larger tile cannot be trusted.
// Pure. Quarters, days and months are numbered from 1970 UTC: quarter = epoch ÷ 15 min, day = quarter ÷ 96, month = year × 12 + month.

export const quartersADay = 96;

/** From first to last, both within. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface Cover {
  readonly months: readonly Range[];
  readonly days: readonly Range[];
  readonly quarters: readonly Range[];
  /** Quarters to compute from their raw rows. */
  readonly raw: readonly number[];
}

/** The number of the day in which a quarter lies. */
export const dayOf = (quarter: number): number => Math.floor(quarter / quartersADay);
export const firstQuarterOfDay = (day: number): number => day * quartersADay;

/** The number of the month in which a day lies. */
export function monthOfDay(day: number): number {
  const date = new Date(day * 86_400_000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function firstDayOfMonth(month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1);
  return date.getTime() / 86_400_000;
}

/**
 * The tiles of the quarters from `start` to before `end`. `stale` quarters are left to raw rows; a day with one is read as its
 * quarters, its month as its days.
 */
export function cover(start: number, end: number, stale: ReadonlySet<number>): Cover {
  const staleDays = new Set([...stale].map(dayOf));
  const staleMonths = new Set([...staleDays].map(monthOfDay));
  const [months, days, quarters]: [Range[], Range[], Range[]] = [[], [], []];
  for (let at = start; at < end; ) {
    const day = dayOf(at);
    const month = monthOfDay(day);
    const monthEnd = firstQuarterOfDay(firstDayOfMonth(month + 1));
    if (at === firstQuarterOfDay(firstDayOfMonth(month)) && monthEnd <= end && !staleMonths.has(month)) {
      at = extend(months, month, monthEnd);
    } else if (at === firstQuarterOfDay(day) && at + quartersADay <= end && !staleDays.has(day)) {
      at = extend(days, day, at + quartersADay);
    } else {
      at = stale.has(at) ? at + 1 : extend(quarters, at, at + 1);
    }
  }
  const raw = [...stale].filter((quarter) => quarter >= start && quarter < end).sort((a, b) => a - b);
  return { months, days, quarters, raw };
}

/** Numbers in ascending order as ranges. */
export function rangesOf(numbers: readonly number[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const number of numbers) extend(ranges, number, number);
  return ranges;
}

/** Adds `number` to the last range where it follows it, or as a range of its own; returns `next`. */
function extend(ranges: Range[], number: number, next: number): number {
  const last = ranges.at(-1);
  if (last && last.last === number - 1) ranges[ranges.length - 1] = { first: last.first, last: number };
  else ranges.push({ first: number, last: number });
  return next;
}
