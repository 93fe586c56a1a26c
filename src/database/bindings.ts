// Values bound to a statement that is put together in pieces.

export interface Bindings {
  /** The values bound so far, in the order of their placeholders. */
  readonly values: unknown[];
  /** Binds a further value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
}

/** No values yet. */
export function bindings(): Bindings {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}
