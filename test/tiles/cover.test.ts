import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cover } from '../../src/tiles/packed/cover.js';
import {
  dayLevel,
  hourLevel,
  monthLevel,
  periodOf,
  quarterLevel,
  quartersOf,
  startOf,
} from '../../src/tiles/packed/levels.js';

const levels = [hourLevel, dayLevel, monthLevel];
const quarterOf = (text: string) => Date.parse(text) / 900_000;
const start = fc.integer({ min: quarterOf('2023-11-01T00:00Z'), max: quarterOf('2024-03-20T00:00Z') });
const offsets = fc.array(fc.nat(6_000), { maxLength: 20 });
const length = fc.integer({ min: 1, max: 5_000 });

function quartersIn(ranges: ReturnType<typeof cover>): number[] {
  return [...ranges].flatMap(([level, ofLevel]) =>
    ofLevel.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, at) => quartersOf(first + at, level)).flatMap((range) =>
        Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at),
      ),
    ),
  );
}

describe('cover', () => {
  it('holds every quarter of the window exactly once, but for stale ones', () => {
    fc.assert(
      fc.property(start, length, offsets, fc.subarray(levels), (from, quarters, given, some) => {
        const stale = new Set(given.map((offset) => from - 500 + offset));
        const covered = quartersIn(cover([{ first: from, last: from + quarters - 1 }], { stale, levels: some }));
        const all = Array.from({ length: quarters }, (_, at) => from + at);
        expect(covered.sort((a, b) => a - b)).toEqual(all.filter((quarter) => !stale.has(quarter)));
      }),
    );
  });

  it('takes smaller periods in place of damaged ones, and of those that hold them', () => {
    const damages = fc.array(fc.record({ level: fc.constantFrom(...levels), at: fc.nat(6_000) }), { maxLength: 5 });
    fc.assert(
      fc.property(start, length, damages, fc.subarray(levels), (from, quarters, given, some) => {
        const damaged = given.map(({ level, at }) => ({ level, period: periodOf(from - 500 + at, level) }));
        const covered = cover([{ first: from, last: from + quarters - 1 }], {
          stale: new Set(),
          damaged,
          levels: some,
        });
        const all = Array.from({ length: quarters }, (_, at) => from + at);
        expect(quartersIn(covered).sort((a, b) => a - b)).toEqual(all);
        for (const { level, period } of damaged) {
          for (const [of, ranges] of covered) {
            const holder = periodOf(startOf(period, level), of);
            if (of >= level) expect(ranges.some(({ first, last }) => holder >= first && holder <= last)).toBe(false);
          }
        }
      }),
    );
  });

  it('takes the largest period that fits at each place', () => {
    const [from, to] = [quarterOf('2024-01-30T22:45Z'), quarterOf('2024-03-16T01:30Z')];
    const at = (text: string, level: number) => periodOf(quarterOf(text), level);
    const one = (text: string, level: number) => ({ first: at(text, level), last: at(text, level) });
    expect(cover([{ first: from, last: to - 1 }], { stale: new Set(), levels })).toEqual(
      new Map([
        [
          quarterLevel,
          [one('2024-01-30T22:45Z', quarterLevel), one('2024-03-16T01:00Z', quarterLevel)].map((range, index) => ({
            ...range,
            last: range.last + index,
          })),
        ],
        [hourLevel, [one('2024-01-30T23:00Z', hourLevel), one('2024-03-16T00:00Z', hourLevel)]],
        [
          dayLevel,
          [
            one('2024-01-31T00:00Z', dayLevel),
            { first: at('2024-03-01T00:00Z', dayLevel), last: at('2024-03-15T00:00Z', dayLevel) },
          ],
        ],
        [monthLevel, [one('2024-02-01T00:00Z', monthLevel)]],
      ]),
    );
  });

  it('looks at the stale quarters once for each level, however many stretches there are', () => {
    let looked = 0;
    class Counted extends Set<number> {
      override [Symbol.iterator]() {
        looked += 1;
        return super[Symbol.iterator]();
      }
    }
    const within = Array.from({ length: 1_000 }, (_, at) => ({ first: at * 20_000, last: at * 20_000 + 5_000 }));
    const stale = new Counted(within.map(({ first }) => first + 7));
    looked = 0;
    const quarters = [...cover(within, { stale, levels })].flatMap(([level, ranges]) =>
      ranges.map(({ first, last }) => quartersOf(last, level).last - quartersOf(first, level).first + 1),
    );
    expect(quarters.reduce((total, each) => total + each, 0)).toBe(1_000 * 5_000);
    expect(looked).toBe(levels.length);
  });

  it('never reads more than three quarters, 23 hours and thirty days at an edge, however long the window', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 40_000 }), (from, quarters) => {
        const ranges = cover([{ first: from, last: from + quarters - 1 }], { stale: new Set(), levels });
        const read = (level: number) =>
          (ranges.get(level) ?? []).reduce((total, { first, last }) => total + last - first + 1, 0);
        expect(read(quarterLevel)).toBeLessThanOrEqual(2 * 3);
        expect(read(hourLevel)).toBeLessThanOrEqual(2 * 23);
        expect(read(dayLevel)).toBeLessThanOrEqual(2 * 30);
      }),
    );
  });
});

describe('levels', () => {
  it('number periods so that each quarter lies in exactly one, also before 1970 and in year 1', () => {
    const quarter = fc.integer({ min: -719_162 * 96, max: 2_932_896 * 96 });
    fc.assert(
      fc.property(quarter, fc.constantFrom(quarterLevel, ...levels), (each, level) => {
        const { first, last } = quartersOf(periodOf(each, level), level);
        expect(first).toBeLessThanOrEqual(each);
        expect(last).toBeGreaterThanOrEqual(each);
        expect(periodOf(last + 1, level)).toBe(periodOf(each, level) + 1);
        expect(startOf(periodOf(first, level), level)).toBe(first);
      }),
    );
  });

  it('are made of whole periods of the level below', () => {
    const quarter = fc.integer({ min: -719_162 * 96, max: 2_932_896 * 96 });
    fc.assert(
      fc.property(quarter, fc.constantFrom(...levels), (each, level) => {
        const { first } = quartersOf(periodOf(each, level), level);
        expect(startOf(periodOf(first, level - 1), level - 1)).toBe(first);
      }),
    );
  });
});
