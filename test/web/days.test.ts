// Days and their instants in the browser are those of Temporal.

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { addDays, countDays, dayOf, endOfMonth, isDay, mondayOf, startOfDay } from '../../src/web/data/days.js';
import { bucketDays, bucketFor } from '../../src/web/data/period.js';

const dayMs = 86_400_000;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Cairo',
  'America/Havana',
];
const dates = fc
  .integer({ min: 0, max: Math.floor(Date.parse('2037-01-01') / dayMs) })
  .map((day) => new Date(day * dayMs).toISOString().slice(0, 10));

describe('the days of the dashboard', () => {
  it('begin when Temporal says', () => {
    fc.assert(
      fc.property(dates, fc.constantFrom(...zones), (date, zone) => {
        const first = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
        expect(startOfDay(date, zone)).toBe(first);
        expect(dayOf(first, zone)).toBe(date);
        expect(dayOf(first - 1, zone)).toBe(addDays(date, -1));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are counted and moved as in Temporal', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -4_000, max: 4_000 }), (date, days) => {
        const plain = Temporal.PlainDate.from(date);
        expect(addDays(date, days)).toBe(plain.add({ days }).toString());
        expect(mondayOf(date)).toBe(plain.subtract({ days: plain.dayOfWeek - 1 }).toString());
        expect(endOfMonth(date)).toBe(plain.with({ day: plain.daysInMonth }).toString());
        if (days >= 0) expect(countDays(date, addDays(date, days))).toBe(days + 1);
      }),
    );
  });

  it.each([
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['0500-02-03', 'UTC', '0500-02-03T00:00:00.000Z'],
  ])('%s begins in %s at %s', (date, zone, instant) => {
    expect(new Date(startOfDay(date, zone)).toISOString()).toBe(instant);
  });

  it.each(['', '2026-02-30', '2026-2-3', '0000-01-01', '2026-01-01T00:00', null, undefined])('%s is none', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('an element of a series', () => {
  const within = { from: '2026-01-07', to: '2026-03-10' };

  it.each([
    ['2026-01-07', 'DAY', '2026-01-07', '2026-01-07'],
    ['2026-01-07', 'WEEK', '2026-01-07', '2026-01-11'],
    ['2026-01-12', 'WEEK', '2026-01-12', '2026-01-18'],
    ['2026-02-01', 'MONTH', '2026-02-01', '2026-02-28'],
    ['2026-03-01', 'MONTH', '2026-03-01', '2026-03-10'],
  ] as const)('that begins on %s, by %s, is of %s to %s', (date, bucket, from, to) => {
    expect(bucketDays(date, bucket, within)).toEqual({ from, to });
  });

  it.each([
    [1, 9_000, 'DAY'],
    [1, 0, 'DAY'],
    [45, 450, 'DAY'],
    [45, 449, 'WEEK'],
    [30, 300, 'DAY'],
    [30, 299, 'WEEK'],
    [30, 0, 'WEEK'],
    [14, 30, 'WEEK'],
    [13, 30, 'DAY'],
    [46, 9_000, 'WEEK'],
    [90, 100, 'MONTH'],
    [59, 80, 'WEEK'],
    [59, 70, 'WEEK'],
    [60, 70, 'MONTH'],
    [200, 9_000, 'WEEK'],
    [200, 285, 'MONTH'],
    [201, 9_000, 'MONTH'],
    [365, 0, 'MONTH'],
    [30, Number.POSITIVE_INFINITY, 'DAY'],
  ] as const)('of a window of %i days with %i answers is of a %s', (days, answers, bucket) => {
    expect(bucketFor(days, answers)).toBe(bucket);
  });
});
