// The CSV and NDJSON of a list, written from the elements that its pages show.

/** RFC 4180: every line ends with CR LF, and a cell that needs it stands in quotes. */
export function csvOf(elements: readonly object[], columns: readonly string[]): string {
  const lines = [columns, ...elements.map((element) => columns.map((column) => cellOf(valueAt(element, column))))];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** The columns of the elements: a nested field is called after all that leads to it. */
export function columnsOf(element: object): readonly string[] {
  return Object.entries(element).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? columnsOf(value).map((inner) => `${name}.${inner}`)
      : [name],
  );
}

/** The field that a column shows; `null` where nothing leads to it. */
function valueAt(element: object, column: string): unknown {
  let value: unknown = element;
  for (const name of column.split('.')) {
    value = typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : null;
  }
  return value ?? null;
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return safe(value.join(','));
  return typeof value === 'string' ? safe(value) : String(value);
}

/** Not what a spreadsheet would take for a formula. */
function safe(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

export function ndjsonOf(elements: readonly object[]): string {
  return elements.map((element) => `${JSON.stringify(element)}\n`).join('');
}
