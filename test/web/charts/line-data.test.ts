// The axis of line charts: it covers the window, whatever part of it the series have, and names its elements where there is room.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewAt, isolated, legendOf, onAxis, slotsOf, tickLabels } from '../../../src/web/charts/line-data.js';

const dayMs = 86_400_000;
const day = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * dayMs).toISOString().slice(0, 10);

describe('the axis', () => {
  it('of a window of one day has that day alone', () => {
    const range = { from: '2026-11-21', to: '2026-11-21' };
    expect(slotsOf(['2026-11-21'], 'DAY', range)).toEqual([{ date: '2026-11-21', at: 0 }]);
    expect(slotsOf([], 'DAY', range)).toEqual([{ date: '2026-11-21', at: null }]);
  });

  it('has the days of the window before and after the series', () => {
    const slots = slotsOf(['2026-03-02', '2026-03-03'], 'DAY', { from: '2026-02-28', to: '2026-03-04' });
    expect(slots.map(({ date, at }) => [date, at])).toEqual([
      ['2026-02-28', null],
      ['2026-03-01', null],
      ['2026-03-02', 0],
      ['2026-03-03', 1],
      ['2026-03-04', null],
    ]);
  });

  it('has weeks that begin on Monday, and months', () => {
    const range = { from: '2026-01-07', to: '2026-02-03' };
    expect(slotsOf(['2026-01-19'], 'WEEK', range).map(({ date }) => date)).toEqual([
      '2026-01-07',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
      '2026-02-02',
    ]);
    const year = { from: '2025-11-15', to: '2026-02-03' };
    expect(slotsOf(['2025-11-15', '2025-12-01'], 'MONTH', year).map(({ date }) => date)).toEqual([
      '2025-11-15',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
    ]);
  });

  it('keeps every element of the series once, in order, within any window', () => {
    const windows = fc.record({ from: fc.nat(80), length: fc.nat(80), skip: fc.nat(30), kept: fc.nat(60) });
    fc.assert(
      fc.property(windows, ({ from, length, skip, kept }) => {
        const all = Array.from({ length: length + 1 }, (_, index) => day(from + index));
        const dates = all.slice(skip, skip + kept);
        const slots = slotsOf(dates, 'DAY', { from: day(from), to: day(from + length) });
        expect(slots.map(({ date }) => date)).toEqual(all);
        expect(slots.flatMap(({ at }) => (at === null ? [] : [dates[at]]))).toEqual(dates);
      }),
    );
  });

  it('does not fill centuries without an answer', () => {
    expect(slotsOf(['2026-01-01'], 'DAY', { from: '0109-01-01', to: '2026-01-01' })).toHaveLength(1);
  });

  it('names at most as many elements as there is room for, and each year where it begins', () => {
    const slots = slotsOf([], 'DAY', { from: '2025-12-20', to: '2026-01-20' });
    const labels = tickLabels(slots, 'DAY', 6);
    expect(labels.size).toBeLessThanOrEqual(6);
    expect([...labels.values()].filter((label) => label.includes('\n'))).toEqual(['20 Dec\n2025', '1 Jan\n2026']);
  });
});

describe('a value without neighbours', () => {
  it('is found at the ends and between gaps', () => {
    expect(isolated([1, null, 2, 3, null, 4])).toEqual([0, 5]);
    expect(isolated([null, 1, null])).toEqual([1]);
    expect(isolated([])).toEqual([]);
  });
});

describe('a value of fewer than ten answers', () => {
  it('is found on the axis, where there is a value', () => {
    const slots = slotsOf(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'], 'DAY', {
      from: '2026-03-01',
      to: '2026-03-05',
    });
    const line = { label: 'Line', values: [0.5, 0.5, null, 0.5], counts: [9, 10, 0, 1] };
    expect(fewAt(onAxis(slots, line))).toEqual([1, 4]);
    expect(fewAt(onAxis(slots, { label: 'Line', values: [0.5] }))).toEqual([]);
  });
});

describe('the legend', () => {
  const slots = (count: number) => Array.from({ length: count }, (_, at) => ({ date: day(at), at }));
  const line = (values: readonly (number | null)[], count = 10) => ({
    ...{ label: 'A', values, counts: values.map(() => count) },
    bounds: values.map((value) => (value === null ? null : { low: 0, high: 1 })),
  });

  it.each([
    ['a band', slots(2), line([0.5, 0.5]), ['Shaded: 95% interval']],
    ['a bar at a point that stands alone', slots(2), line([0.5, null]), ['Upright bar: 95% interval']],
    [
      'points of few answers',
      slots(1),
      line([0.5], 9),
      ['Upright bar: 95% interval', 'Hollow points: fewer than ten answers'],
    ],
    ['no points where there are too many', slots(63), line([0.5, 0.5], 9), ['Shaded: 95% interval']],
    ['nothing of a line without values', slots(2), line([null, null], 0), []],
  ])('names %s', (_, all, one, expected) => {
    expect(legendOf([onAxis(all, one)], 'answers')).toEqual(expected);
  });
});
