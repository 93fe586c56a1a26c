// What a list of 5,000 brands asks of the calendar is computed once, not for each of them.

import { expect, test } from 'vitest';
import { parseLast } from '../../../src/domain/windows/calendar.js';
import { remembered } from '../../../src/domain/windows/remembered.js';

test('a value is computed once for the same arguments', () => {
  const asked: string[] = [];
  const sum = remembered(10, (number: number, text: string) => {
    asked.push(`${number} ${text}`);
    return { number, text };
  });
  const first = sum(1, 'a b');
  expect(sum(1, 'a b')).toBe(first);
  expect(sum(1, 'a')).toEqual({ number: 1, text: 'a' });
  expect(sum(2, 'a b')).toEqual({ number: 2, text: 'a b' });
  expect(asked).toEqual(['1 a b', '1 a', '2 a b']);
});

test('what was asked longest ago is computed again', () => {
  let computed = 0;
  const next = remembered(2, (number: number) => {
    computed += 1;
    return number > 0;
  });
  for (const number of [0, 1, 2, 0]) next(number);
  expect(computed).toBe(4);
});

test('the last days of one instant are one window, however often they are asked for', () => {
  const now = Date.parse('2026-03-29T10:00:00Z');
  const windowOf = (last: string) => {
    const parsed = parseLast(last);
    if ('message' in parsed) throw new Error(parsed.message);
    return parsed;
  };
  const berlin = windowOf('1d')(now, 'Europe/Berlin');
  expect(berlin).toEqual({ start: Date.parse('2026-03-28T23:00:00Z'), end: Date.parse('2026-03-29T22:00:00Z') });
  expect(windowOf('1d')(now, 'Europe/Berlin')).toBe(berlin);
  expect(windowOf('1d')(now, 'UTC').start).toBe(Date.parse('2026-03-29T00:00:00Z'));
  expect(windowOf('1mo')(now, 'Europe/Berlin').start).toBe(Date.parse('2026-02-27T23:00:00Z'));
});
