// Arrays of values, and text arrays inside them, for `unnest`. Pure.

/** A text array as PostgreSQL writes it: `unnest` would flatten an array of arrays. */
export function literalOf(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** An array of what needs no quotes: numbers and UUIDs. The driver would quote each of them. */
export function plainLiteral(items: readonly (string | number)[]): string {
  return `{${items.join(',')}}`;
}

/** An array for each of the values of a row. There must be rows. */
export function columnsOf<Row>(rows: readonly Row[], valuesOf: (row: Row) => readonly unknown[]): unknown[][] {
  const lines = rows.map(valuesOf);
  return (lines[0] ?? []).map((_, column) => lines.map((values) => values[column]));
}
