// A pause that is always due, and counts how often it is taken.

import type { Pause } from '../../src/domain/pause.js';

export function alwaysDue(): Pause & { readonly taken: () => number } {
  let taken = 0;
  return {
    isDue: () => true,
    take: async () => {
      taken += 1;
    },
    taken: () => taken,
  };
}
