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

/** Every date that the quarter hours from `start` to before `end` lie on, ascending. */
export function datesOf(start: number, end: number, timeZone: string): readonly string[] {
  const dates = new Set<string>();
  for (let at = start; at < end; at += quarterMs) dates.add(localDate(at, timeZone));
  return [...dates].sort();
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
