// Values bound to a statement that is put together in pieces.

interface Bindings {
  /** The values bound so far, in the order of their placeholders. */
  readonly values: unknown[];
  /** Binds a further value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
}

/**
 * The condition that a column, the brand of a table, is one of `brandIds`. To be said of every table of brands in a statement, also of those that are
 * joined: only so a cluster sends it to the nodes of these brands alone.
 */
export function ofBrands(brandIds: readonly string[], bind: Bindings['bind']): (column: string) => string {
  const [only, ...others] = new Set(brandIds);
  const condition = others.length === 0 ? `= ${bind(only ?? null)}` : `= any(${bind([only, ...others])}::text[])`;
  return (column) => `${column} ${condition}`;
}

/** No values yet. */
export function bindings(): Bindings {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}
