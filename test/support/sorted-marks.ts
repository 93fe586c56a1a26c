// What is put into a normal form meanwhile: sorting a row of marks takes time by the square of its length.

import { vi } from 'vitest';

/** The lengths of the rows of marks that are normalised from now on, until all mocks are restored. */
export function sortedMarks(): readonly number[] {
  const lengths: number[] = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    lengths.push(...(this.match(/\p{M}+/gu) ?? ['']).map(({ length }) => length));
    return normalize.call(this, form);
  });
  return lengths;
}
