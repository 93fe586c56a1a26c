// Calendar days: those that a window touches, in UTC and in time zones with days of 23, 24 and 25 hours, and the day that a date names.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, parseDay, timeZoneFault } from '../../src/domain/day.js';
import { dayMs, quarterMs } from '../../src/domain/limits.js';

const at = (text: string) => Date.parse(text);
const window = (start: string, end: string) => ({ start: at(start), end: at(end) });
const hoursOf = ({ start, end }: { readonly start: number; readonly end: number }) => (end - start) / 3_600_000;

describe('the days of a window', () => {
  it.each<readonly [string, string, string, string, readonly string[]]>([
    ['one quarter hour', 'UTC', '2026-03-01T23:45:00Z', '2026-03-02T00:00:00Z', ['2026-03-01']],
    ['an end at midnight', 'UTC', '2026-03-01T00:00:00Z', '2026-03-03T00:00:00Z', ['2026-03-01', '2026-03-02']],
    ['an end just after it', 'UTC', '2026-03-01T23:45:00Z', '2026-03-02T00:15:00Z', ['2026-03-01', '2026-03-02']],
    ['a leap day', 'UTC', '2024-02-28T12:00:00Z', '2024-03-01T00:00:00Z', ['2024-02-28', '2024-02-29']],
    ['a year without one', 'UTC', '2026-02-28T12:00:00Z', '2026-03-01T12:00:00Z', ['2026-02-28', '2026-03-01']],
    ['days before 1970', 'UTC', '1969-12-31T23:00:00Z', '1970-01-01T01:00:00Z', ['1969-12-31', '1970-01-01']],
    ['a zone east', 'Asia/Kathmandu', '2026-03-01T18:00:00Z', '2026-03-01T18:30:00Z', ['2026-03-01', '2026-03-02']],
    ['its midnight', 'Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-01T18:30:00Z', ['2026-03-02']],
    ['a zone west', 'America/New_York', '2026-03-01T04:45:00Z', '2026-03-01T05:00:00Z', ['2026-02-28']],
    ['a date skipped', 'Pacific/Apia', '2011-12-30T09:45:00Z', '2011-12-30T10:15:00Z', ['2011-12-29', '2011-12-31']],
  ])('are, of %s in %s', (_, timeZone, start, end, dates) => {
    expect(daysOf(window(start, end), timeZone).map(({ date }) => date)).toEqual(dates);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-03-30', 24],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    // There, clocks go forward at midnight: the day begins at one.
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
    ['UTC', '2026-03-29', 24],
  ])('in %s have %s with %d hours', (timeZone, date, hours) => {
    const day = parseDay(date, timeZone);
    if ('message' in day) throw new Error(day.message);
    expect(hoursOf(day)).toBe(hours);
    expect(daysOf(day, timeZone)).toEqual([day]);
  });

  it('are whole where the window cuts them', () => {
    const [day] = daysOf(window('2026-03-01T10:00:00Z', '2026-03-01T10:15:00Z'));
    expect(day).toEqual({ date: '2026-03-01', ...window('2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z') });
  });

  it('are as many without a time zone as in UTC', () => {
    const year = window('2024-01-01T00:00:00Z', '2025-01-01T00:00:00Z');
    expect(daysOf(year)).toHaveLength(366);
    expect(daysOf(year)).toEqual(daysOf(year, 'UTC'));
  });

  it('join without a gap, cover the window, and are each named once, in any zone', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Etc/UTC',
      'Europe/Berlin',
      'America/Havana',
      'Asia/Kathmandu',
      'Pacific/Apia',
    );
    const starts = fc.integer({
      min: at('1980-01-01T00:00:00Z') / quarterMs,
      max: at('2040-01-01T00:00:00Z') / quarterMs,
    });
    fc.assert(
      fc.property(zones, starts, fc.integer({ min: 1, max: 2_000 }), (timeZone, from, quarters) => {
        const [start, end] = [from * quarterMs, (from + quarters) * quarterMs];
        const days = daysOf({ start, end }, timeZone);
        expect(days[0]?.start).toBeLessThanOrEqual(start);
        expect(days.at(-1)?.start).toBeLessThan(end);
        expect(days.at(-1)?.end).toBeGreaterThanOrEqual(end);
        expect(days.slice(1).map((day) => day.start)).toEqual(days.slice(0, -1).map((day) => day.end));
        expect([...new Set(days.map(({ date }) => date))].sort()).toEqual(days.map(({ date }) => date));
        if (timeZone === 'Etc/UTC') expect(days).toEqual(daysOf({ start, end }));
      }),
    );
  });
});

describe('a date', () => {
  it.each(['2026-03-01', '2024-02-29', '0001-01-01', '9999-12-30'])('%s names a whole day of UTC', (date) => {
    const start = at(`${date}T00:00:00Z`);
    expect(parseDay(date)).toEqual({ date, start, end: start + dayMs });
  });

  it('begins when its zone says so', () => {
    const berlin = window('2026-02-28T23:00:00Z', '2026-03-01T23:00:00Z');
    expect(parseDay('2026-03-01', 'Europe/Berlin')).toEqual({ date: '2026-03-01', ...berlin });
  });

  it.each([
    ['9999-12-31', 'Asia/Kathmandu'],
    ['0001-01-01', 'America/New_York'],
  ])('%s is a day of %s', (date, timeZone) => {
    expect(parseDay(date, timeZone)).toMatchObject({ date });
  });

  it.each([
    ['', 'UTC', 'is required'],
    ['2026-3-1', 'UTC', 'must be a calendar day'],
    ['2026-03-01T00:00:00Z', 'UTC', 'must be a calendar day'],
    ['2026-03-01 ', 'UTC', 'must be a calendar day'],
    ['20260301', 'UTC', 'must be a calendar day'],
    ['0000-01-01', 'UTC', 'must be a calendar day'],
    ['12026-03-01', 'UTC', 'must be a calendar day'],
    ['2026-02-29', 'UTC', 'does not exist: give a day that its month has'],
    ['2026-02-30', 'Europe/Berlin', 'does not exist: give a day that its month has'],
    ['2026-13-01', 'UTC', 'does not exist: give a day that its month has'],
    ['2026-00-10', 'UTC', 'does not exist: give a day that its month has'],
    ['9999-12-31', 'UTC', 'does not lie within the years 0001 to 9999'],
    ['9999-12-31', 'America/New_York', 'does not lie within the years 0001 to 9999'],
    ['0001-01-01', 'Asia/Kathmandu', 'does not lie within the years 0001 to 9999'],
    ['2011-12-30', 'Pacific/Apia', 'was skipped in Pacific/Apia'],
  ])('%j in %s is refused: it %s', (date, timeZone, why) => {
    expect(parseDay(date, timeZone)).toEqual({ field: 'date', message: expect.stringContaining(why) });
  });
});

describe('a time zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'europe/berlin'])(
    '%s is known',
    (zone) => {
      expect(timeZoneFault(zone)).toBeNull();
    },
  );

  it.each(['', 'Mars/Olympus', '+02:00', '-0500', 'UTC+2', ' UTC', 'x'.repeat(10_000)])('%j is refused', (zone) => {
    const fault = timeZoneFault(zone);
    expect(fault).toEqual({ field: 'timeZone', message: expect.stringContaining('must be an IANA time zone') });
    expect(fault?.message.length).toBeLessThan(250);
  });
});
