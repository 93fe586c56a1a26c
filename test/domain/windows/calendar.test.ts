// Windows of whole local days, beside days found by asking every quarter hour for its date.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/domain/window.js';
import { parseDays, parseLast } from '../../../src/domain/windows/calendar.js';
import { localDate, spanOf } from '../../support/naive/days.js';
import { turn, zones } from '../../support/random/times.js';

/** The window of the last days at an instant; what is wrong with them otherwise. */
function last(text: string, now: number, timeZone = 'UTC') {
  const parsed = parseLast(text);
  return 'message' in parsed ? parsed.message : parsed(now, timeZone);
}

const shown = (window: ReturnType<typeof last>) =>
  typeof window === 'string'
    ? window
    : [window.start, window.end].map((each) => formatInstant(each).replace(':00.000Z', 'Z'));

/** The date so many days after another. */
const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

describe('the last days', () => {
  it.each([
    ['1d', '2026-03-15T12:00Z', 'UTC', '2026-03-15T00:00Z', '2026-03-16T00:00Z'],
    ['7d', '2026-03-15T23:59:59.999Z', 'UTC', '2026-03-09T00:00Z', '2026-03-16T00:00Z'],
    ['4w', '2026-03-15T00:00Z', 'UTC', '2026-02-16T00:00Z', '2026-03-16T00:00Z'],
    ['1d', '2026-03-29T12:00Z', 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['2d', '2026-10-25T23:30Z', 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-26T23:00Z'],
    ['3mo', '2026-05-31T12:00Z', 'UTC', '2026-03-01T00:00Z', '2026-06-01T00:00Z'],
    ['1mo', '2026-03-15T12:00Z', 'UTC', '2026-02-16T00:00Z', '2026-03-16T00:00Z'],
    ['1mo', '2026-03-30T12:00Z', 'UTC', '2026-02-28T00:00Z', '2026-03-31T00:00Z'],
    ['1y', '2024-12-31T12:00Z', 'UTC', '2024-01-01T00:00Z', '2025-01-01T00:00Z'],
    ['1y', '2024-02-28T12:00Z', 'UTC', '2023-02-28T00:00Z', '2024-02-29T00:00Z'],
    ['12mo', '2026-03-15T12:00Z', 'Asia/Kathmandu', '2025-03-15T18:15Z', '2026-03-15T18:15Z'],
    ['0002w', '2026-03-15T12:00Z', 'UTC', '2026-03-02T00:00Z', '2026-03-16T00:00Z'],
    ['2026y', '2026-12-31T12:00Z', 'UTC', '0001-01-01T00:00Z', '2027-01-01T00:00Z'],
    [`${'9'.repeat(400)}y`, '2026-03-15T12:00Z', 'UTC', '0001-01-01T00:00Z', '2026-03-16T00:00Z'],
    ['800000d', '2026-03-15T12:00Z', 'Asia/Tokyo', '0001-01-01T00:00Z', '2026-03-15T15:00Z'],
  ])('%s at %s in %s', (text, now, timeZone, start, end) => {
    expect(shown(last(text, Date.parse(now), timeZone))).toEqual([start, end]);
  });

  it.each(['0d', '', 'd', '7', '7D', '7 d', '-7d', '1.5d', '7m', '7days', '1e3d', '٣d', '7d\n'])(
    'are not %j',
    (text) => {
      const message = `given was ${JSON.stringify(text)}.`;
      expect(last(text, 0)).toMatch(/^last must be a number of days, weeks, months or years/);
      expect(last(text, 0)).toContain(message);
    },
  );

  it('are whole days of the zone, today the last of them', () => {
    const property = fc.property(
      turn,
      fc.integer({ min: -400_000_000, max: 400_000_000 }),
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 40 }),
      (around, ms, timeZone, days) => {
        const today = localDate(around + ms, timeZone);
        const first = dateAfter(today, 1 - days);
        const expected = { start: spanOf(first, timeZone).start, end: spanOf(today, timeZone).end };
        expect(last(`${days}d`, around + ms, timeZone)).toEqual(expected);
        expect(parseDays(first, today, timeZone)).toEqual(expected);
      },
    );
    fc.assert(property, { numRuns: 100 });
  });
});

describe('from one day to another', () => {
  it.each([
    ['2026-03-02', '2026-03-01', [['from', 'from is after to']]],
    [
      '2026-02-30',
      '1.3.2026',
      [
        ['from', 'from ("2026-02-30") does not exist'],
        ['to', 'to must be a calendar day'],
      ],
    ],
    ['2026-03-01', '', [['to', 'to is required: give a calendar day']]],
    ['0001-01-01', '9999-12-31', [['to', 'does not lie within the years 0001 to 9999']]],
  ])('%s to %s is refused', (from, to, faults) => {
    const found = parseDays(from, to, 'UTC');
    expect(found).toEqual(
      faults.map(([field, message]) => ({ field, message: expect.stringContaining(message ?? '') })),
    );
  });
});
