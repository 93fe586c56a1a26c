import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Cover,
  cover,
  dayOf,
  firstDayOfMonth,
  firstQuarterOfDay,
  monthOfDay,
  quartersADay,
  type Range,
} from '../../src/tiles/cover.js';

const quarterOf = (text: string) => Date.parse(text) / 900_000;
const start = fc.integer({ min: quarterOf('2023-11-01T00:00Z'), max: quarterOf('2024-03-20T00:00Z') });
const length = fc.integer({ min: 1, max: 5_000 });

function expand(ranges: readonly Range[], quartersOf: (number: number) => Range): number[] {
  return ranges.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => quartersOf(first + at)).flatMap((range) =>
      Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at),
    ),
  );
}

function quartersIn({ months, days, quarters, raw }: Cover): number[] {
  const ofDay = (day: number) => ({ first: firstQuarterOfDay(day), last: firstQuarterOfDay(day + 1) - 1 });
  const ofMonth = (month: number) => ({
    first: firstQuarterOfDay(firstDayOfMonth(month)),
    last: firstQuarterOfDay(firstDayOfMonth(month + 1)) - 1,
  });
  const ofQuarter = (quarter: number) => ({ first: quarter, last: quarter });
  return [...expand(months, ofMonth), ...expand(days, ofDay), ...expand(quarters, ofQuarter), ...raw];
}

describe('cover', () => {
  it('holds every quarter of the window exactly once, stale ones as raw', () => {
    fc.assert(
      fc.property(start, length, fc.array(fc.nat(6_000), { maxLength: 20 }), (from, quarters, offsets) => {
        const stale = new Set(offsets.map((offset) => from - 500 + offset));
        const covered = cover(from, from + quarters, stale);
        const all = quartersIn(covered).sort((a, b) => a - b);
        expect(all).toEqual(Array.from({ length: quarters }, (_, at) => from + at));
        expect(covered.raw).toEqual(all.filter((quarter) => stale.has(quarter)));
      }),
    );
  });

  it('takes whole months, then whole days, then the quarters at the edges', () => {
    const covered = cover(quarterOf('2024-01-30T23:00Z'), quarterOf('2024-04-02T00:30Z'), new Set());
    expect(covered).toEqual({
      months: [{ first: 2024 * 12 + 1, last: 2024 * 12 + 2 }],
      days: [
        { first: dayOf(quarterOf('2024-01-31T00:00Z')), last: dayOf(quarterOf('2024-01-31T00:00Z')) },
        { first: dayOf(quarterOf('2024-04-01T00:00Z')), last: dayOf(quarterOf('2024-04-01T00:00Z')) },
      ],
      quarters: [
        { first: quarterOf('2024-01-30T23:00Z'), last: quarterOf('2024-01-30T23:45Z') },
        { first: quarterOf('2024-04-02T00:00Z'), last: quarterOf('2024-04-02T00:15Z') },
      ],
      raw: [],
    });
  });

  it('never reads more than two days of edge quarters, however long the window', () => {
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 40_000 }), (from, quarters) => {
        const edges = cover(from, from + quarters, new Set()).quarters;
        const read = edges.reduce((total, { first, last }) => total + last - first + 1, 0);
        expect(read).toBeLessThanOrEqual(2 * (quartersADay - 1));
      }),
    );
  });

  it('numbers months so that those before 1970 and in year 1 come out as well', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
        const month = monthOfDay(day);
        expect(firstDayOfMonth(month)).toBeLessThanOrEqual(day);
        expect(firstDayOfMonth(month + 1)).toBeGreaterThan(day);
      }),
    );
  });
});
