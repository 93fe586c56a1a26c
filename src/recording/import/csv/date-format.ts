// Dates as spreadsheets write them, by a stated format, as dates that are read without one. Pure.

const parts = { DD: '(?<day>\\d\\d)', D: '(?<day>\\d{1,2})', MM: '(?<month>\\d\\d)', M: '(?<month>\\d{1,2})' };
const year = { YYYY: '(?<year>\\d{4})' };
const time =
  '(?:,?[ T](?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d))?(?:\\s?(?<half>[AaPp])\\.?[Mm]\\.?)?)?';

/** How a cell is read; a cell that is not of the format is left as it is. */
export interface DateReader {
  readonly format: string | null;
  readonly read: (cell: string) => string;
}

export const asWritten: DateReader = { format: null, read: (cell) => cell };

/** The reader of a format such as `DD/MM/YYYY` or `serial`. Throws for what is no format. */
export function dateReader(format: string): DateReader {
  if (format === 'serial') return { format, read: fromSerial };
  const written = format.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const tokens: Readonly<Record<string, string>> = { ...parts, ...year };
  const named = written.replace(/YYYY|DD?|MM?/g, (token) => tokens[token] ?? token);
  const found = [...named.matchAll(/\?<(\w+)>/g)].map(([, name]) => name);
  if (found.toSorted().join() !== 'day,month,year' || /[A-Za-z]/.test(format.replace(/YYYY|DD?|MM?/g, '')))
    throw new Error(
      `--date-format must be "serial", or name YYYY, MM or M, and DD or D once each, such as DD/MM/YYYY; given was "${format}".`,
    );
  const pattern = new RegExp(`^${named}${time}$`);
  const read = (cell: string) => {
    const { groups } = pattern.exec(cell.trim()) ?? {};
    return groups ? written24(groups) : cell;
  };
  return { format, read };
}

/** With a clock of 24 hours; an hour that no clock shows stays as it is, and is refused as such. */
function written24({
  year: y,
  month = '',
  day = '',
  hour,
  minute,
  second,
  half,
}: Partial<Record<string, string>>): string {
  const date = `${y}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined) return date;
  const isOnDial = half !== undefined && Number(hour) >= 1 && Number(hour) <= 12;
  const shown = isOnDial ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour);
  const inDay = half !== undefined && !isOnDial ? 99 : shown;
  return `${date} ${String(inDay).padStart(2, '0')}:${minute}${second === undefined ? '' : `:${second}`}`;
}

const dayMs = 86_400_000;
const firstSerial = Date.UTC(1899, 11, 30);

/** Days since 30 December 1899, to the second, as Excel stores dates; behind the point or the comma of their country. */
function fromSerial(cell: string): string {
  if (!/^\d{4,6}(?:[.,]\d+)?$/.test(cell.trim())) return cell;
  const days = Number(cell.replace(',', '.'));
  const instant = new Date(firstSerial + Math.round(days * (dayMs / 1000)) * 1000);
  const [date = '', clock = ''] = instant.toISOString().split('T');
  return Number.isInteger(days) ? date : `${date} ${clock.slice(0, 8)}`;
}
