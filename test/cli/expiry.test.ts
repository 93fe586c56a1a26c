// When a key expires: durations from now, date-times, and what is refused.

import { describe, expect, it } from 'vitest';
import { parseExpiry } from '../../src/cli/expiry.js';

const now = new Date('2026-03-01T10:20:30.456Z');

describe('an expiry', () => {
  it.each([
    ['1m', '2026-03-01T10:21:30.456Z'],
    ['12h', '2026-03-01T22:20:30.456Z'],
    ['90d', '2026-05-30T10:20:30.456Z'],
    ['2w', '2026-03-15T10:20:30.456Z'],
    ['0090d', '2026-05-30T10:20:30.456Z'],
    ['416054w', '9999-12-26T10:20:30.456Z'],
    ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2026-03-01T12:20:31+02:00', '2026-03-01T10:20:31.000Z'],
    ['2026-03-01T10:20:30.457Z', '2026-03-01T10:20:30.457Z'],
  ])('of %s is exact to the millisecond', (text, expected) => {
    expect(parseExpiry(text, now)).toEqual(new Date(expected));
  });

  it.each([
    ['', 'is required'],
    ['90', 'must be an RFC 3339 date-time'],
    ['90y', 'must be an RFC 3339 date-time'],
    ['1.5d', 'must be an RFC 3339 date-time'],
    ['-1d', 'must be an RFC 3339 date-time'],
    ['1d ', 'must be an RFC 3339 date-time'],
    ['1000000w', 'must be an RFC 3339 date-time'],
    ['1d12h', 'must be an RFC 3339 date-time'],
    ['tomorrow', 'must be an RFC 3339 date-time'],
    ['2027-01-01', 'is a bare date'],
    ['2027-02-29T00:00:00Z', 'does not exist'],
  ])('of %j is refused with both forms: it %s', (text, why) => {
    const fault = { field: 'expires', message: expect.stringMatching(new RegExp(`${why}.* 90d, 12h or 2w `)) };
    expect(parseExpiry(text, now)).toEqual(fault);
  });

  it.each(['416055w', '999999w'])('of %s lies beyond the year 9999', (text) => {
    expect(parseExpiry(text, now)).toEqual({
      field: 'expires',
      message: `expires (${text}) lies beyond the year 9999.`,
    });
  });

  it.each(['0d', '2026-03-01T10:20:30.456Z', '2020-01-01T00:00:00Z'])('of %s is not in the future', (text) => {
    expect(parseExpiry(text, now)).toEqual({ field: 'expires', message: expect.stringContaining(text) });
    expect(parseExpiry(text, now)).toEqual({ field: 'expires', message: expect.stringContaining('in the future') });
  });
});
