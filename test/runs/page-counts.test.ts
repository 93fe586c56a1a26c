import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { PageCounts } from '../../src/runs/page-counts.js';

const quartersADay = 96;
const place = (quarter: number) => ({ createdAt: quarter * quarterMs + 1, id: 'any' });

/** Runs by quarter hour of some days, one after another. */
const counts = fc.dictionary(fc.nat(5 * quartersADay).map(String), fc.integer({ min: 1, max: 3 }));

describe('the counts of a page', () => {
  it('name quarter hours that hold enough runs after a place, and no others', () => {
    fc.assert(
      fc.property(counts, fc.option(fc.nat(5 * quartersADay)), fc.integer({ min: 1, max: 8 }), (runs, after, limit) => {
        const page = new PageCounts();
        const all = Object.entries(runs).map(([quarter, number]) => ({ quarter: Number(quarter), number }));
        for (const { quarter, number } of all) page.addDay(Math.floor(quarter / quartersADay), number);
        expect(page.total).toBe(all.reduce((sum, { number }) => sum + number, 0));

        const from = after === null ? null : place(after);
        const days = page.daysOfPage(from, limit);
        expect(days).toEqual(days.toSorted((a, b) => b - a));
        for (const { quarter, number } of all) {
          if (days.includes(Math.floor(quarter / quartersADay))) page.locate(quarter, number);
        }
        const stretches = page.stretchesOfPage(from, limit);
        expect(stretches).toEqual(stretches.toSorted((a, b) => b.start - a.start));

        const isWithin = (quarter: number) =>
          stretches.some(({ start, end }) => quarter * quarterMs >= start && quarter * quarterMs < end);
        const left = all
          .filter(({ quarter }) => after === null || quarter <= after)
          .sort((a, b) => b.quarter - a.quarter);
        let seen = 0;
        for (const { quarter, number } of left) {
          expect(isWithin(quarter)).toBe(seen < limit);
          if (quarter !== after) seen += number;
        }
        const empty = Array.from({ length: 5 * quartersADay }, (_, quarter) => quarter);
        expect(empty.filter((quarter) => isWithin(quarter) && runs[quarter] === undefined)).toEqual([]);
      }),
    );
  });

  it('say after which of the runs of a day a page begins', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 30 }), fc.nat(100), (counts, skip) => {
        const page = new PageCounts();
        for (const [place, runs] of counts.entries()) page.addDay(-place, runs);
        const everyRun = counts.flatMap((runs, place) =>
          Array.from({ length: runs }, (_, nth) => ({ end: (1 - place) * dayMs, skip: nth })),
        );
        expect(page.placeAfter(skip)).toEqual(everyRun[skip] ?? null);
      }),
    );
  });

  it('leave out days whose runs cancel each other out', () => {
    const page = new PageCounts();
    page.addDay(1, 3);
    page.addDay(1, -3);
    expect([page.total, page.daysOfPage(null, 5)]).toEqual([0, []]);
  });
});
