import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOf, stretchesOf } from '../../src/runs/place.js';

const hour = 3_600_000;

describe('stretchesOf', () => {
  it('cuts a window into its UTC days, newest first, and knows which are whole', () => {
    const window = { start: Date.parse('2026-01-30T22:15Z'), end: Date.parse('2026-02-01T03:00Z') };
    expect(stretchesOf(window)).toEqual([
      { start: Date.parse('2026-02-01T00:00Z'), end: window.end, isWhole: false },
      { start: Date.parse('2026-01-31T00:00Z'), end: Date.parse('2026-02-01T00:00Z'), isWhole: true },
      { start: window.start, end: Date.parse('2026-01-31T00:00Z'), isWhole: false },
    ]);
  });

  it('takes a window within one day as one stretch', () => {
    expect(stretchesOf({ start: 5 * hour, end: 6 * hour })).toEqual([
      { start: 5 * hour, end: 6 * hour, isWhole: false },
    ]);
  });
});

describe('placeOf', () => {
  it('finds the stretch in which a page begins and what is to be skipped there', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 30 }), fc.nat(100), (counts, skip) => {
        const stretches = counts.map((runs, at) => ({ start: -at - 1, end: -at, runs }));
        const everyRun = stretches.flatMap(({ end, runs }) =>
          Array.from({ length: runs }, (_, nth) => ({ end, skip: nth })),
        );
        expect(placeOf(stretches, skip)).toEqual(everyRun[skip] ?? null);
      }),
    );
  });
});
