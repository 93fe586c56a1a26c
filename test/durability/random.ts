// Choices that one seed determines, so that a round can be run again.

import { numbersFrom, oneOf, some } from '../support/random/mulberry.js';

export interface Random {
  /** A whole number from 0 to `most` - 1. */
  readonly below: (most: number) => number;
  readonly one: <T>(items: readonly T[]) => T;
  readonly some: <T>(items: readonly T[]) => readonly T[];
  readonly uuid: () => string;
}

export function randomFrom(seed: number): Random {
  const below = numbersFrom(seed);
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('');
  return {
    below,
    one: (items) => oneOf(below, items),
    some: (items) => some(below, items),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
