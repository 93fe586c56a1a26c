// Days as the elements of a series are called, and shares where there is little room.

import { expect, it } from 'vitest';
import { bucketText, roundedPercent } from '../../src/web/ui/format.js';

it.each([
  ['2026-09-01', '2026-09-30', 'MONTH', 'Sept 2026'],
  ['2026-02-01', '2026-02-28', 'MONTH', 'Feb 2026'],
  ['2026-08-30', '2026-08-31', 'MONTH', '30 Aug – 31 Aug 2026'],
  ['2026-11-01', '2026-11-27', 'MONTH', '1 Nov – 27 Nov 2026'],
  ['2026-06-01', '2026-06-07', 'WEEK', '1 Jun – 7 Jun 2026'],
  ['2026-11-12', '2026-11-12', 'DAY', 'Thu, 12 Nov 2026'],
] as const)('%s to %s of %s is %s', (from, to, bucket, text) => {
  expect(bucketText({ from, to }, bucket)).toBe(text);
});

it.each([
  [0, '0%'],
  [1 / 300, '<1%'],
  [0.005, '1%'],
  [0.474, '47%'],
  [299 / 300, '>99%'],
  [1, '100%'],
])('%s is short for %s', (ratio, text) => {
  expect(roundedPercent(ratio)).toBe(text);
});
