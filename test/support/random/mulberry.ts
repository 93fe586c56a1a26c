// Random numbers that one seed determines, and choices by them.

/** Mulberry32: whole numbers below 2³². */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** A whole number from 0 to below `bound`. */
export type Pick = (bound: number) => number;

export function numbersFrom(seed: number): Pick {
  const next = mulberry32(seed);
  return (bound) => next() % bound;
}

export function oneOf<T>(pick: Pick, values: readonly T[]): T {
  return values[pick(values.length)] as T; // safe because no list of the tests is empty
}

export const some = <T>(pick: Pick, values: readonly T[]) => values.filter(() => pick(3) === 0);
