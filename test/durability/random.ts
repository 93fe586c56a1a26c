// Choices that one seed determines, so that a round can be run again.

import { mulberry32 } from '../support/random/mulberry.js';

export interface Random {
  /** A whole number from 0 to `most` - 1. */
  readonly below: (most: number) => number;
  readonly one: <T>(items: readonly T[]) => T;
  readonly some: <T>(items: readonly T[]) => readonly T[];
  readonly uuid: () => string;
}

export function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (most: number) => next() % most;
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('');
  return {
    below,
    one: (items) => items[below(items.length)] as (typeof items)[number], // safe because nobody asks for one of none
    some: (items) => items.filter(() => below(3) === 0),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
