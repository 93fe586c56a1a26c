// Some of many names, as a sentence lists them. Pure.

/** How many names a sentence lists. */
export const maxListed = 20;

/** The first of many names, in code point order. */
export interface FirstNames {
  readonly names: readonly string[];
  /** How many there are in all. */
  readonly total: number;
}

/** The first of names that are all known. */
export function firstOf(names: readonly string[]): FirstNames {
  return { names: names.slice(0, maxListed), total: names.length };
}
