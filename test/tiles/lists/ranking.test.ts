// A page cut from a stretch is the page of the whole list, sorted the plain way.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Direction } from '../../../src/domain/lists/lists.js';
import { placeOf } from '../../../src/tiles/lists/ranking/places.js';
import { rankAll, stretchOf } from '../../../src/tiles/lists/ranking/ranking.js';
import { select, smallestOf } from '../../../src/tiles/lists/ranking/select.js';

/** The places in the order of the list: by key, `null` last, then by place, which stands for the name. */
function sorted(keys: readonly (number | null)[], direction: Direction): readonly number[] {
  const sign = direction === 'asc' ? 1 : -1;
  return keys
    .map((key, place) => ({ key, place }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.place - b.place;
      return sign * (a.key - b.key) || a.place - b.place;
    })
    .map(({ place }) => place);
}

const keysOf = (keys: readonly (number | null)[]) => Float64Array.from(keys, (key) => key ?? Number.NaN);

/** As the database orders a stretch: by tier, then by name. */
function ordered({ places, tiers }: { readonly places: Int32Array; readonly tiers: Int32Array }): readonly number[] {
  const rows = Array.from(places, (place, index) => ({ place, tier: tiers[index] ?? -1 }));
  return rows.sort((a, b) => a.tier - b.tier || a.place - b.place).map(({ place }) => place);
}

const someKey = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, -0, 1 / 3) },
);
const someDirection = fc.constantFrom<Direction>('asc', 'desc');
const somePlace = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 3_000 }));
const lengths = { maxLength: 300, size: 'max' } as const;

describe('a stretch of a list', () => {
  it('holds the page that the whole list has at its place', () => {
    fc.assert(
      fc.property(fc.array(someKey, lengths), someDirection, somePlace, somePlace, (keys, direction, skip, limit) => {
        const stretch = stretchOf(keysOf(keys), { direction, skip, limit });
        const page = ordered(stretch).slice(stretch.skip, stretch.skip + limit);
        expect(page).toEqual(sorted(keys, direction).slice(skip, skip + limit));
      }),
    );
  });

  it('is no longer than the page and the ties at its ends', () => {
    const keys = Float64Array.from({ length: 5_000 }, (_, place) => (place * 7) % 1_000);
    const { places, skip } = stretchOf(keys, { direction: 'desc', skip: 12, limit: 6 });
    expect([places.length, skip]).toEqual([10, 2]);
  });

  it('holds a page far back in a long list, where most keys are equal', () => {
    const keys = Array.from({ length: 20_000 }, (_, place) => (place % 3 === 0 ? place % 101 : 1));
    for (const direction of ['asc', 'desc'] as const) {
      for (const skip of [0, 990, 1_500, 13_000, 19_990]) {
        const stretch = stretchOf(keysOf(keys), { direction, skip, limit: 20 });
        const page = ordered(stretch).slice(stretch.skip, stretch.skip + 20);
        expect(page).toEqual(sorted(keys, direction).slice(skip, skip + 20));
      }
    }
  });

  it('is empty past the end', () => {
    expect(stretchOf(keysOf([1, null]), { direction: 'asc', skip: 2, limit: 1 }).places).toHaveLength(0);
  });
});

describe('the ranks of a whole list', () => {
  it('give each row the tier of its key, and rows without one the last', () => {
    fc.assert(
      fc.property(fc.array(someKey, lengths), someDirection, (keys, direction) => {
        expect(ordered(rankAll(keysOf(keys), direction))).toEqual(sorted(keys, direction));
      }),
    );
  });

  it('number tiers without gaps', () => {
    expect([...rankAll(keysOf([5, null, 7, 5, null, 6]), 'desc').tiers]).toEqual([2, 3, 0, 2, 3, 1]);
  });
});

describe('selecting', () => {
  const someValues = fc.array(fc.integer({ min: -50, max: 50 }), { ...lengths, minLength: 1 });

  it('finds the value at a place of the sorted list', () => {
    fc.assert(
      fc.property(someValues, fc.nat(), (values, number) => {
        const place = number % values.length;
        const expected = values.toSorted((a, b) => a - b)[place];
        expect(select(Float64Array.from(values), place, { from: 0, to: values.length })).toBe(expected);
      }),
    );
  });

  it('keeps the smallest values', () => {
    fc.assert(
      fc.property(someValues, fc.integer({ min: 1, max: 60 }), (values, count) => {
        const kept = smallestOf(Float64Array.from(values), count, 1).sort().slice(0, count);
        expect([...kept]).toEqual(values.toSorted((a, b) => a - b).slice(0, count));
      }),
    );
  });
});

describe('the place of a number among ascending ones', () => {
  it('is found wherever it is, and not where it is missing', () => {
    const some = fc.integer({ min: -5, max: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(some, { maxLength: 50 }), some, (numbers, number) => {
        const ids = Int32Array.from(numbers).sort();
        expect(placeOf(ids, number)).toBe(ids.indexOf(number));
      }),
    );
  });
});
