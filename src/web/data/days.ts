// Calendar days as `YYYY-MM-DD`, and their instants in a time zone, by the browser's own table of zones.

const dayMs = 86_400_000;

/** Whether a text is a calendar day. */
export function isDay(text: string | null | undefined): text is string {
  return !!text && /^\d{4}-\d\d-\d\d$/.test(text) && text > '0001' && isoOf(Date.parse(`${text}T00:00:00Z`)) === text;
}

/** The day `days` days later. */
export function addDays(date: string, days: number): string {
  return isoOf(midnight(date) + days * dayMs) ?? date;
}

/** The number of days from one to another, both included. */
export function countDays(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / dayMs) + 1;
}

/** The Monday of the day's ISO week. */
export function mondayOf(date: string): string {
  return addDays(date, -((new Date(midnight(date)).getUTCDay() + 6) % 7));
}

/** The last day of the day's month. */
export function endOfMonth(date: string): string {
  const next = addDays(`${date.slice(0, 7)}-28`, 4);
  return addDays(`${next.slice(0, 7)}-01`, -1);
}

/** The same day of another month, or its last day where it has none such. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const first = isoOf(Date.UTC(year, month - 1 + months, 1)) ?? date;
  const last = endOfMonth(first);
  return date.slice(8) > last.slice(8) ? last : first.slice(0, 8) + date.slice(8);
}

/** The local day of an instant in a time zone. */
export function dayOf(instantMs: number, timeZone: string): string {
  return isoOf(instantMs + offsetAt(instantMs, timeZone)) ?? '';
}

/** The first instant of a day in a time zone, in milliseconds. A day that a change of the clock begins later begins then. */
export function startOfDay(date: string, timeZone: string): number {
  const local = midnight(date);
  const candidates = [-dayMs, dayMs]
    .map((shift) => local - offsetAt(local + shift, timeZone))
    .sort((one, other) => one - other);
  const isMidnight = (instant: number) => instant + offsetAt(instant, timeZone) === local;
  // Without a midnight the clock was put forward over it: the offset from before the change leads to the change.
  return candidates.find(isMidnight) ?? local - offsetAt(local - dayMs, timeZone);
}

const midnight = (date: string) => Date.parse(`${date}T00:00:00Z`);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time minus UTC at an instant, in milliseconds. */
function offsetAt(instantMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  // Such as `GMT-04:56:02`; without figures where they are the same.
  const [, sign, ...figures] = /GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(format.format(instantMs)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = figures.map((figure) => Number(figure ?? 0));
  return (sign === '-' ? -1000 : 1000) * (3600 * hours + 60 * minutes + seconds);
}

function isoOf(instantMs: number): string | null {
  return Number.isFinite(instantMs) ? new Date(instantMs).toISOString().slice(0, 10) : null;
}
