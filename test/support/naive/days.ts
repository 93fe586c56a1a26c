// Local dates by asking for the date of each single instant. No arithmetic on days, no rules of zones.

export const quarterMs = 900_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar date, `YYYY-MM-DD`, of an instant in a zone. */
export function localDate(instant: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(timeZone, format);
  const [month = '', day = '', year = ''] = format.format(instant).split('/');
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

const dayMs = 86_400_000;

/** Every date from `start` to before `end`, ascending: no day is shorter than half a day. */
export function datesOf(start: number, end: number, timeZone: string): readonly string[] {
  const dates = new Set<string>([localDate(end - 1, timeZone)]);
  for (let at = start; at < end; at += dayMs / 2) dates.add(localDate(at, timeZone));
  return [...dates].sort();
}

/** The dates that a series lists: those of its window, and where it has more than 3,660, those from the first to the last of `instants`. */
export function listedDates(
  { start, end }: { readonly start: number; readonly end: number },
  instants: readonly number[],
  timeZone: string,
): readonly string[] {
  const dates = end - start > 4_000 * dayMs ? null : datesOf(start, end, timeZone);
  if (dates && dates.length <= 3_660) return dates;
  return instants.length === 0 ? [] : datesOf(Math.min(...instants), Math.max(...instants) + 1, timeZone);
}

/** First instant of a local date and first instant after it, found by trying every quarter hour around it. */
export function spanOf(date: string, timeZone: string): { readonly start: number; readonly end: number } {
  const noon = Date.parse(`${date}T12:00:00Z`);
  const quarters = Array.from({ length: 4 * 96 }, (_, index) => noon + (index - 192) * quarterMs);
  const ofDay = quarters.filter((at) => localDate(at, timeZone) === date);
  return { start: Math.min(...ofDay), end: Math.max(...ofDay) + quarterMs };
}

/** The instant of an RFC 3339 date-time, cut to milliseconds. */
export function instantOf(text: string): number {
  return Date.parse(text.toUpperCase().replace(/(\.\d{3})\d+/, '$1'));
}

export function alignDown(instant: number): number {
  return Math.floor(instant / quarterMs) * quarterMs;
}
