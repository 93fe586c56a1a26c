import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDays, daysOf } from '../../src/domain/day.js';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { countListedDays, listedDays, needsRunSpan } from '../../src/domain/series.js';
import type { Window } from '../../src/domain/window.js';
import { localDate } from '../support/naive/days.js';

const at = (text: string) => Date.parse(text);
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Juneau'];
const allTime: Window = { start: at('0001-01-01T00:00:00Z'), end: at('9999-12-31T23:45:00Z') };
const dates = (days: ReturnType<typeof listedDays>) => ('message' in days ? days : days.map(({ date }) => date));

describe('the number of days', () => {
  it('is that of the dates that a window touches, but for dates that its zone skipped', () => {
    const start = fc.integer({ min: at('1990-01-01T00:00Z') / quarterMs, max: at('2030-01-01T00:00Z') / quarterMs });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(...zones), (from, quarters, zone) => {
        const window = { start: from * quarterMs, end: (from + quarters) * quarterMs };
        const skipped =
          zone === 'Pacific/Apia' && window.start < at('2011-12-30T10:00Z') && window.end > at('2011-12-30T10:00Z')
            ? 1
            : 0;
        expect(countDays(window, zone)).toBe(daysOf(window, zone).length + skipped);
      }),
    );
  });

  it('is known of ten thousand years without a list of them', () => {
    expect(countDays(allTime)).toBe(3_652_059);
    expect(countDays(allTime, 'Asia/Kathmandu')).toBe(3_652_060);
    expect(countDays(allTime, 'America/New_York')).toBe(3_652_060);
  });
});

describe('the days that a series lists', () => {
  const midnight = at('2010-01-01T00:00:00Z');
  const rule = { timeZone: 'UTC', maxDays: 3_660 };
  const span = { first: at('2012-05-04T23:59:59.999Z'), last: at('2012-05-06T00:00:00Z') };

  it('are all that the window touches while these are not too many, whatever runs there are', () => {
    const window = { start: midnight, end: midnight + 3_660 * dayMs };
    expect(needsRunSpan(window, rule)).toBe(false);
    for (const given of [null, span]) expect(listedDays(window, rule, given)).toHaveLength(3_660);
  });

  it('are those of the runs where the window touches one day more, be it by a quarter hour', () => {
    for (const window of [
      { start: midnight - quarterMs, end: midnight + 3_660 * dayMs },
      { start: midnight, end: midnight + 3_660 * dayMs + quarterMs },
      { start: midnight + dayMs / 2, end: midnight + 3_660.5 * dayMs },
    ]) {
      expect(needsRunSpan(window, rule)).toBe(true);
      expect(dates(listedDays(window, rule, span))).toEqual(['2012-05-04', '2012-05-05', '2012-05-06']);
      expect(listedDays(window, rule, null)).toEqual([]);
    }
    expect(dates(listedDays(allTime, { ...rule, timeZone: 'Asia/Kathmandu' }, span))).toEqual([
      '2012-05-05',
      '2012-05-06',
    ]);
  });

  it('are refused where the runs lie on too many as well, with the days, their number and the limit', () => {
    const long = { first: at('2001-01-01T00:00:00Z'), last: at('2011-01-09T12:00:00Z') };
    expect(listedDays(allTime, rule, long)).toEqual({
      field: 'end',
      message:
        "the brand's runs in the window lie on 3661 days, 2001-01-01 to 2011-01-09, and at most 3660 days are listed: " +
        'give a shorter window, or ask for nothing by time.',
    });
    expect(listedDays(allTime, rule, { ...long, last: at('2011-01-08T23:59:59.999Z') })).toHaveLength(3_660);
  });

  it('do not count a date that the zone skipped', () => {
    const apia = { timeZone: 'Pacific/Apia', maxDays: 3 };
    const window = { start: at('2011-12-28T10:00:00Z'), end: at('2012-01-01T09:45:00Z') };
    expect(dates(listedDays(window, apia, null))).toEqual([]);
    expect(dates(listedDays(window, { ...apia, maxDays: 4 }, null))).toEqual([
      '2011-12-28',
      '2011-12-29',
      '2011-12-31',
      '2012-01-01',
    ]);
  });

  it('are never counted short', () => {
    const instant = fc.integer({ min: at('1880-01-01T00:00Z'), max: at('2100-01-01T00:00Z') });
    const windows = fc.tuple(instant, instant).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(
        windows,
        windows,
        fc.constantFrom(...zones),
        fc.integer({ min: 1, max: 400 }),
        (w, s, timeZone, maxDays) => {
          const window = { start: Math.min(...w), end: Math.max(...w) };
          const given = { timeZone, maxDays };
          const runs = { first: Math.min(...s), last: Math.max(...s) };
          const days = listedDays(window, given, runs);
          const count = countListedDays(window, given, runs);
          if ('message' in days) expect(count).toBeGreaterThan(maxDays);
          else {
            expect(days.length).toBeLessThanOrEqual(Math.min(count, maxDays));
            if (days.length > 0 && needsRunSpan(window, given) && countDays(window, timeZone) > maxDays + 4)
              expect(days.at(-1)?.date).toBe(localDate(runs.last, timeZone));
          }
        },
      ),
    );
  });
});

describe('days that cannot be written', () => {
  const rule = { timeZone: 'America/New_York', maxDays: 10 };
  const early = { start: allTime.start, end: allTime.start + dayMs };

  it('are refused by their time zone', () => {
    const late = { start: allTime.end - dayMs, end: allTime.end };
    for (const [window, timeZone] of [
      [early, 'America/New_York'],
      [late, 'Asia/Kathmandu'],
    ] as const)
      expect(listedDays(window, { ...rule, timeZone }, null)).toEqual({
        field: 'timeZone',
        message: `timeZone ${timeZone} gives a day outside the years 0001 to 9999: give a shorter window, or another time zone.`,
      });
    expect(listedDays(early, { ...rule, timeZone: 'Asia/Kathmandu' }, null)).toHaveLength(2);
  });

  it('are no hindrance where they are not listed', () => {
    const runs = { first: at('2020-01-01T12:00:00Z'), last: at('2020-01-02T12:00:00Z') };
    expect(dates(listedDays(allTime, rule, runs))).toEqual(['2020-01-01', '2020-01-02']);
    expect(listedDays(allTime, rule, { ...runs, first: allTime.start, last: allTime.start })).toMatchObject({
      field: 'timeZone',
    });
  });
});
