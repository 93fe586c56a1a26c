// Text arrays inside arrays of values, for `unnest`. Pure.

/** A text array as PostgreSQL writes it: `unnest` would flatten an array of arrays. */
export function literalOf(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** An array of what needs no quotes: numbers and UUIDs. The driver would quote each of them. */
export function plainLiteral(items: readonly (string | number)[]): string {
  return `{${items.join(',')}}`;
}
