// Which days a window is compared with, by what an address says.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, countDays } from '../../src/web/data/days.js';
import { comparedDays, readComparison, writeComparison } from '../../src/web/data/period.js';

const days = (from: string, to: string) => ({ from, to });

describe('a window is compared', () => {
  it.each([
    ['previous', days('2026-03-11', '2026-03-20'), days('2026-03-01', '2026-03-10')],
    ['month', days('2026-03-11', '2026-03-20'), days('2026-02-11', '2026-02-20')],
    ['month', days('2026-03-31', '2026-03-31'), days('2026-02-28', '2026-02-28')],
    ['month', days('2026-03-01', '2026-03-31'), days('2026-02-01', '2026-02-28')],
    ['month', days('2026-02-01', '2026-02-28'), days('2026-01-01', '2026-01-31')],
    ['year', days('2024-02-29', '2024-03-05'), days('2023-02-28', '2023-03-05')],
    ['year', days('2025-02-01', '2025-02-28'), days('2024-02-01', '2024-02-29')],
    ['none', days('2026-03-11', '2026-03-20'), null],
    [days('2020-01-01', '2020-01-02'), days('2026-03-11', '2026-03-20'), days('2020-01-01', '2020-01-02')],
    ['previous', days('0001-01-01', '0001-12-31'), null],
  ] as const)('with %o: %o', (compare, window, compared) => {
    expect(comparedDays(compare, window)).toEqual(compared);
    expect(readComparison(writeComparison(compare))).toEqual(compare);
  });

  it('with as many days just before it, without a choice', () => {
    const windows = fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 800 }));
    fc.assert(
      fc.property(windows, ([first, length]) => {
        const window = days(addDays('1970-01-01', first), addDays('1970-01-01', first + length));
        const before = comparedDays(readComparison('anything else'), window);
        expect(before && countDays(before.from, before.to)).toBe(length + 1);
        expect(before && addDays(before.to, 1)).toBe(window.from);
      }),
    );
  });
});
