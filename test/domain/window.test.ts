// Instants and windows: which texts are instants, how they are aligned, and what is said of those that are refused.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { alignDown, formatInstant, parseInstant, parseWindow } from '../../src/domain/window.js';

const instant = (text: string) => parseInstant(text, 'start');
const window = (start: string, end: string) => parseWindow(start, end);

describe('parseInstant', () => {
  it.each([
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01t00:00:00z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T02:00:00+02:00', '2026-03-01T00:00:00.000Z'],
    ['2026-02-28T18:30:00-05:30', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00-00:00', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T23:59:00+23:59', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T10:14:59.9Z', '2026-03-01T10:14:59.900Z'],
    ['2026-03-01T10:14:59.99999999999Z', '2026-03-01T10:14:59.999Z'],
    ['2026-03-01T10:14:59.0009Z', '2026-03-01T10:14:59.000Z'],
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s', (text, expected) => {
    expect(instant(text)).toBe(Date.parse(expected));
  });

  it.each([
    ['', 'is required'],
    ['2026-03-01', 'is a bare date ("2026-03-01")'],
    ['2026-03-01T00:00:00', 'has no offset'],
    ['2026-03-01T00:00:00.123', 'has no offset'],
    ['2026-03-01T00:00:00 02:00', 'write + as %2B'],
    ['2026-03-01T00:00Z', 'must be an RFC 3339 date-time'],
    ['2026-03-01 00:00:00Z', 'must be an RFC 3339 date-time'],
    ['2026-03-01T00:00:00+0200', 'must be an RFC 3339 date-time'],
    ['2026-03-01T00:00:00.Z', 'must be an RFC 3339 date-time'],
    [' 2026-03-01T00:00:00Z', 'must be an RFC 3339 date-time'],
    ['2026-03-01T00:00:00Z\n', 'must be an RFC 3339 date-time'],
    ['+12026-03-01T00:00:00Z', 'must be an RFC 3339 date-time'],
    ['1772323200000', 'must be an RFC 3339 date-time'],
    ['now', 'must be an RFC 3339 date-time'],
    ['2026-02-29T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2100-02-29T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-02-30T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-04-31T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-00-01T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-13-01T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-03-00T00:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-03-01T24:00:00Z', 'does not exist: give a day that its month has'],
    ['2026-03-01T00:60:00Z', 'does not exist: give a day that its month has'],
    ['2026-12-31T23:59:60Z', 'does not exist: give a day that its month has'],
    ['2026-03-01T00:00:00+24:00', 'does not exist: give a day that its month has'],
    ['2026-03-01T00:00:00+00:60', 'does not exist: give a day that its month has'],
    ['0000-12-31T23:59:59Z', 'outside the years 0001 to 9999'],
    ['0001-01-01T00:00:00+00:01', 'outside the years 0001 to 9999'],
    ['9999-12-31T23:59:59-00:01', 'outside the years 0001 to 9999'],
  ])('refuses %j: %s', (text, why) => {
    expect(instant(text)).toEqual({ field: 'start', message: expect.stringContaining(why) });
  });

  it('names the argument, and cuts short what was given', () => {
    const fault = parseInstant('x'.repeat(10_000), 'expires');
    if (typeof fault === 'number') throw new Error('It was read.');
    expect(fault.message).toMatch(/^expires must be/);
    expect(fault.message.length).toBeLessThan(300);
  });

  it('reads what formatInstant writes, at any offset', () => {
    const [first, last] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-30T23:59:59.999Z')];
    const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 });
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), offsets, (at, minutes) => {
        const local = formatInstant(at + minutes * 60_000).slice(0, -1);
        const [hour, minute] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const offset = `${minutes < 0 ? '-' : '+'}${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
        expect(instant(`${local}${offset}`)).toBe(at);
      }),
    );
  });
});

describe('alignDown', () => {
  it.each([
    [0, 0],
    [1, 0],
    [quarterMs - 1, 0],
    [quarterMs, quarterMs],
    [-1, -quarterMs],
    [-quarterMs, -quarterMs],
  ])('puts %i at %i', (at, expected) => {
    expect(alignDown(at)).toBe(expected);
  });

  it('finds the last whole quarter hour that is not later', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (at) => {
        const aligned = alignDown(at);
        expect(Math.abs(aligned % quarterMs)).toBe(0);
        expect(at - aligned).toBeGreaterThanOrEqual(0);
        expect(at - aligned).toBeLessThan(quarterMs);
      }),
    );
  });
});

describe('parseWindow', () => {
  it.each([
    ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ['2026-03-01T00:14:59.999Z', '2026-03-01T00:15:00Z', '2026-03-01T00:00:00.000Z', '2026-03-01T00:15:00.000Z'],
    ['2026-03-01T10:07:00+05:45', '2026-03-01T11:00:00+05:45', '2026-03-01T04:15:00.000Z', '2026-03-01T05:15:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-03-01T00:00:00Z', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z', '2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'],
  ])('aligns both ends of %s to %s down', (start, end, from, to) => {
    expect(window(start, end)).toEqual({ start: Date.parse(from), end: Date.parse(to) });
  });

  it.each([
    ['2026-03-01T00:00:00Z', '2026-03-01T00:00:00Z', 'end', 'the window is empty'],
    ['2026-03-01T00:00:00Z', '2026-03-01T00:14:59.999Z', 'end', 'the window is empty'],
    ['2026-03-01T00:14:00Z', '2026-03-01T00:01:00Z', 'end', 'the window is empty'],
    ['2026-03-01T00:00:00Z', '2026-03-01T02:00:00+02:00', 'end', 'the window is empty'],
    ['2026-03-01T00:15:00Z', '2026-03-01T00:14:59Z', 'start', 'start is after end'],
    ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z', 'start', 'start is after end'],
    ['2026-03-01T00:00:00Z', '2026-03-01T01:00:00+02:00', 'start', 'start is after end'],
  ])('refuses %s to %s at %s: %s', (start, end, field, why) => {
    expect(window(start, end)).toEqual([{ field, message: expect.stringContaining(why) }]);
  });

  it('reports the faults of both ends together, and says nothing of their order then', () => {
    const faults = [
      { field: 'start', message: expect.stringMatching(/^start .*does not exist/) },
      { field: 'end', message: expect.stringMatching(/^end is required/) },
    ];
    expect(window('2026-02-30T00:00:00Z', '')).toEqual(faults);
    expect(window('2026-02-30T00:00:00Z', '2026-01-01T00:00:00Z')).toEqual([faults[0]]);
    expect(window('2026-03-01T00:00:00Z', '')).toEqual([faults[1]]);
  });
});

it('formats instants with milliseconds and Z, and years in four digits', () => {
  expect(formatInstant(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(formatInstant(Date.parse('0001-01-01T00:00:00Z'))).toBe('0001-01-01T00:00:00.000Z');
  expect(formatInstant(dayMs - 1)).toBe('1970-01-01T23:59:59.999Z');
});

describe('a text that is no date-time', () => {
  it('is refused without being searched, however long it is', () => {
    for (const text of ['T'.repeat(1_000_000), `2026-03-01T00:00:00.${'0'.repeat(1_000_000)}Z`, ' T'.repeat(500_000)]) {
      expect(parseInstant(text, 'start')).toMatchObject({
        message: expect.stringMatching(/^start must be an RFC 3339 date-time/),
      });
    }
  });
});
