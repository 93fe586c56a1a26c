import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buckets, stretchesOf, sumBuckets } from '../../src/domain/bucket.js';
import { noSums } from '../../src/domain/company-sums.js';
import { daysOf } from '../../src/domain/day.js';
import { quarterMs } from '../../src/domain/limits.js';
import { listedDays } from '../../src/domain/series.js';
import type { DatedSums } from '../../src/domain/summary.js';
import { inBuckets } from '../support/naive/buckets.js';

const at = (text: string) => Date.parse(text);

/** What they are, the bucket and a zone other than UTC, the window, and the date of each bucket with its number of days. */
const cases: readonly (readonly [name: string, of: string, window: string, expected: string])[] = [
  ['a whole week', 'week', '2026-03-02/2026-03-09', '2026-03-02 7'],
  ['parts of two weeks', 'week', '2026-03-07T23:45Z/2026-03-09T00:15Z', '2026-03-07 2, 2026-03-09 1'],
  ['a quarter of an hour', 'week', '2026-03-05/2026-03-05T00:15Z', '2026-03-05 1'],
  ['weeks across the end of a year', 'week', '2026-12-27/2027-01-05', '2026-12-27 1, 2026-12-28 7, 2027-01-04 1'],
  ['a 53rd week', 'week', '2020-12-28/2021-01-11', '2020-12-28 7, 2021-01-04 7'],
  ['weeks across 1970', 'week', '1969-12-28/1970-01-06', '1969-12-28 1, 1969-12-29 7, 1970-01-05 1'],
  ['the first weeks of all', 'week', '0001-01-01/0001-01-09', '0001-01-01 7, 0001-01-08 1'],
  [
    'weeks parted by a day of 23 hours',
    'week of Europe/Berlin',
    '2026-03-28T23:00Z/2026-03-29T22:15Z',
    '2026-03-29 1, 2026-03-30 1',
  ],
  [
    'weeks parted by a day of 25 hours',
    'week of Europe/Berlin',
    '2026-10-25T22:45Z/2026-10-25T23:15Z',
    '2026-10-25 1, 2026-10-26 1',
  ],
  [
    'a week of which Samoa skipped the Friday',
    'week of Pacific/Apia',
    '2011-12-26T10:00Z/2012-01-01T10:00Z',
    '2011-12-26 6',
  ],
  [
    'weeks of which the first day listed is the one after a skipped one',
    'week of Pacific/Apia',
    '2011-12-30T10:00Z/2012-01-02T10:15Z',
    '2011-12-31 2, 2012-01-02 2',
  ],
  ['months of 28, 31 and 30 days', 'month', '2026-02-01/2026-05-01', '2026-02-01 28, 2026-03-01 31, 2026-04-01 30'],
  ['a leap month, cut on both sides', 'month', '2028-02-02/2028-03-01T00:15Z', '2028-02-02 28, 2028-03-01 1'],
  ['months across the end of a year', 'month', '2026-12-31T23:45Z/2027-01-01T00:15Z', '2026-12-31 1, 2027-01-01 1'],
  [
    'months of a zone ahead',
    'month of Pacific/Kiritimati',
    '2026-01-31T09:45Z/2026-01-31T10:15Z',
    '2026-01-31 1, 2026-02-01 1',
  ],
  [
    'months of a zone behind',
    'month of America/Los_Angeles',
    '2026-03-01/2026-03-01T08:15Z',
    '2026-02-28 1, 2026-03-01 1',
  ],
  ['days', 'day', '2026-12-31/2027-01-02', '2026-12-31 1, 2027-01-01 1'],
];

describe('the buckets of a series', () => {
  it.each(cases)('are right for %s', (_, of, window, expected) => {
    const [name, zone = 'UTC'] = of.split(' of ');
    const bucket = buckets.find((each) => each === name) ?? 'day';
    const [start = '', end = ''] = window.split('/');
    const dates = daysOf({ start: at(start), end: at(end) }, zone).map(({ date }) => date);
    const found = stretchesOf(dates, bucket).map(({ date, from, to }) => `${date} ${to - from}`);
    expect(found.join(', ')).toBe(expected);
  });

  it('of a long window begin with the first day that is listed', () => {
    const rule = { timeZone: 'UTC', maxDays: 3_660 };
    const window = { start: at('2000-01-01T00:00Z'), end: at('2100-01-01T00:00Z') };
    const days = listedDays(window, rule, { first: at('2026-03-04T10:00Z'), last: at('2026-04-01T10:00Z') });
    const dates = 'message' in days ? [] : days.map(({ date }) => date);
    expect(stretchesOf(dates, 'week').map(({ date }) => date)).toEqual([
      ...['2026-03-04', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'],
    ]);
    expect(stretchesOf(dates, 'month').map(({ date }) => date)).toEqual(['2026-03-04', '2026-04-01']);
    expect(stretchesOf([], 'week')).toEqual([]);
  });

  it('share their days as arrays alone share them', () => {
    const start = fc.integer({ min: at('2009-06-01T00:00Z') / quarterMs, max: at('2013-01-01T00:00Z') / quarterMs });
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
    const property = fc.property(
      start,
      fc.nat(60_000),
      zones,
      fc.constantFrom(...buckets),
      (from, length, zone, bucket) => {
        const window = { start: from * quarterMs, end: (from + length + 1) * quarterMs };
        const dates = daysOf(window, zone).map(({ date }) => date);
        const found = stretchesOf(dates, bucket);
        expect(found.map((each) => dates.slice(each.from, each.to))).toEqual(inBuckets(dates, bucket));
        expect(found.map(({ date, from }) => date === dates[from])).toEqual(found.map(() => true));
      },
    );
    fc.assert(property);
  });
});

describe('the sums of buckets', () => {
  const day = (date: string, runs: number): DatedSums => ({
    date,
    runs,
    allMentions: 3 * runs,
    brand: { ...noSums(), mentions: runs, mixed: 1, positionSum: 5 * runs, positions: runs },
  });
  const days = [day('2026-03-08', 1), day('2026-03-09', 10), day('2026-03-10', 0), day('2026-03-11', 100)];

  it('are those of their days', () => {
    expect(sumBuckets(days, 'week')).toEqual([
      days[0],
      { ...day('2026-03-09', 110), brand: { ...day('', 110).brand, mixed: 3 } },
    ]);
  });

  it('leave the days as they were', () => {
    const before = structuredClone(days);
    sumBuckets(days, 'month');
    expect(days).toEqual(before);
    expect(sumBuckets(days, 'day')).toEqual(before);
  });
});
