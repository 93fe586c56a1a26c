// The window that another is compared with, where clocks and calendars make a year ago anything but 365 days.

import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../../src/domain/window.js';
import { comparedWith } from '../../../src/domain/windows/compared.js';

/** Both ends of the window a year before the one from `start` to `end`; `null`: none. */
function yearBefore(start: string, end: string, timeZone = 'UTC'): readonly string[] | null {
  const compared = comparedWith({ start: Date.parse(start), end: Date.parse(end) }, 'year', timeZone);
  return compared && [compared.start, compared.end].map((each) => formatInstant(each).replace(':00.000Z', 'Z'));
}

describe('the window of a year ago', () => {
  it.each([
    ['one of March', '2026-03-01T00:00Z', '2026-04-01T00:00Z', '2025-03-01T00:00Z', '2025-04-01T00:00Z'],
    ['the leap day', '2024-02-29T00:00Z', '2024-03-01T00:00Z', '2023-02-28T00:00Z', '2023-03-01T00:00Z'],
    ['an hour of the leap day', '2024-02-29T12:00Z', '2024-02-29T13:00Z', '2023-02-28T12:00Z', '2023-02-28T13:00Z'],
    ['one up to the leap day', '2024-02-01T00:00Z', '2024-02-29T00:00Z', '2023-02-01T00:00Z', '2023-02-28T00:00Z'],
    ['the day before it', '2024-02-28T00:00Z', '2024-02-29T00:00Z', '2023-02-28T00:00Z', '2023-03-01T00:00Z'],
    ['half of both', '2024-02-28T12:00Z', '2024-02-29T06:00Z', '2023-02-28T12:00Z', '2023-03-01T06:00Z'],
    ['the leap February', '2024-02-01T00:00Z', '2024-03-01T00:00Z', '2023-02-01T00:00Z', '2023-03-01T00:00Z'],
    ['more than a year', '2024-06-01T00:00Z', '2026-01-01T00:00Z', '2023-06-01T00:00Z', '2025-01-01T00:00Z'],
  ])('of %s has its calendar dates', (_, start, end, from, to) => {
    expect(yearBefore(start, end)).toEqual([from, to]);
  });

  it('has the local times of the zone, whose clocks change on other dates', () => {
    const days = ['2026-03-28T23:00Z', '2026-03-29T22:00Z'] as const;
    expect(yearBefore(...days, 'Europe/Berlin')).toEqual(['2025-03-28T23:00Z', '2025-03-29T23:00Z']);
    expect(yearBefore(...days)).toEqual(['2025-03-28T23:00Z', '2025-03-29T22:00Z']);
    const leapDay = ['2024-02-28T18:15Z', '2024-02-29T18:15Z'] as const;
    expect(yearBefore(...leapDay, 'Asia/Kathmandu')).toEqual(['2023-02-27T18:15Z', '2023-02-28T18:15Z']);
  });

  it('does not exist before year 1', () => {
    expect(yearBefore('0001-12-31T00:00Z', '0002-01-01T00:00Z')).toBeNull();
    expect(yearBefore('0002-01-01T00:00Z', '0002-01-02T00:00Z')).toEqual(['0001-01-01T00:00Z', '0001-01-02T00:00Z']);
  });
});
