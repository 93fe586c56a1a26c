// Text arrays inside arrays of values, for `unnest`. Pure.

/** A text array as PostgreSQL writes it: `unnest` would flatten an array of arrays. */
export function literalOf(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
