import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf, placeOf } from '../../src/runs/place.js';

const hour = 3_600_000;

describe('partsOf', () => {
  it('tells the whole UTC days of a window from those that it cuts', () => {
    const at = (text: string) => Date.parse(text);
    const window = { start: at('2026-01-30T22:15Z'), end: at('2026-02-01T03:00Z') };
    expect(partsOf(window)).toEqual({
      whole: { start: at('2026-01-31T00:00Z'), end: at('2026-02-01T00:00Z') },
      cut: [
        { start: window.start, end: at('2026-01-31T00:00Z') },
        { start: at('2026-02-01T00:00Z'), end: window.end },
      ],
    });
  });

  it.each([
    ['within one day', 5, 6, false, 1],
    ['across a midnight', 23, 25, false, 2],
    ['up to a midnight', 5, 24, false, 1],
    ['of one whole day', 24, 48, true, 0],
    ['of a whole day and an hour', 24, 49, true, 1],
  ])('takes a window %s apart without loss', (_, from, to, hasWhole, cuts) => {
    const { whole, cut } = partsOf({ start: from * hour, end: to * hour });
    expect([whole !== null, cut.length]).toEqual([hasWhole, cuts]);
    const length = [...cut, ...(whole ? [whole] : [])].reduce((sum, { start, end }) => sum + end - start, 0);
    expect(length).toBe((to - from) * hour);
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
