// The order in which rows fill the pages of a table: COPY fills one after the other, and leaves a page at the first row that does not fit. Pure.

/** What a page holds, of tables that keep values outside of a row only where it does not fit a page. */
const pageBytes = 8_160;
/** Of a row and of a value, beside the bytes of the value. */
const [rowBytes, valueBytes] = [36, 4];
/** Rows that are arranged together: the time grows with the square of it. */
const rowsAtOnce = 256;

/** The same rows, given by the bytes of their values, largest first, and behind each those that fit its page best. */
export function pageOrder<Row>(rows: readonly Row[], bytesOf: (row: Row) => readonly number[]): readonly Row[] {
  const ordered: Row[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    ordered.push(...arranged(rows.slice(from, from + rowsAtOnce), bytesOf));
  return ordered;
}

function arranged<Row>(rows: readonly Row[], bytesOf: (row: Row) => readonly number[]): readonly Row[] {
  const sized = rows.map((row) => ({ row, bytes: keptBytes(bytesOf(row)) })).sort((a, b) => b.bytes - a.bytes);
  const pages: { free: number; readonly rows: Row[] }[] = [];
  for (const { row, bytes } of sized) {
    let best: (typeof pages)[number] | null = null;
    for (const page of pages) if (page.free >= bytes && (best === null || page.free < best.free)) best = page;
    if (best === null) {
      best = { free: pageBytes, rows: [] };
      pages.push(best);
    }
    best.free -= bytes;
    best.rows.push(row);
  }
  // The last page is filled further by the next COPY.
  return pages.sort((a, b) => a.free - b.free).flatMap((page) => page.rows);
}

/** What stays in the row: its largest values are stored outside until it fits a page. */
function keptBytes(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  let bytes = sorted.reduce((sum, value) => sum + value + valueBytes, rowBytes);
  while (bytes > pageBytes) bytes -= sorted.pop() ?? bytes;
  return bytes;
}
