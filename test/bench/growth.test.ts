// The exponent of growth, and the paragraph that says what follows from it.

import { expect, it } from 'vitest';
import { costAt, exponentOf, slopeOf } from '../../bench/growth/fit.js';
import { withParagraph } from '../../bench/markdown.js';

const sizes = [20_000, 200_000, 2_000_000];
const pointsOf = (costOf: (runs: number, at: number) => number) =>
  sizes.map((runs, at) => ({ runs, cost: costOf(runs, at) }));

it.each([0, 0.37, 1, 1.5])('finds the exponent %d again, and goes on by it', (exponent) => {
  const points = pointsOf((runs) => 3 * runs ** exponent);
  expect(exponentOf(points)).toBeCloseTo(exponent, 9);
  for (const runs of [20_000, 100_000, 1_000_000, 1e8])
    expect(costAt(points, runs) / (3 * runs ** exponent)).toBeCloseTo(1, 6);
});

it('finds the slope of a line, and none of a point', () => {
  expect(slopeOf([0, 1, 2, 3].map((minute) => [minute, 100 + 2.5 * minute]))).toBeCloseTo(2.5);
  expect(slopeOf([[1, 5]])).toBeNaN();
});

it('weighs factors, not differences', () => {
  expect(exponentOf(pointsOf((_, at) => [1, 20, 100][at] ?? 0))).toBeCloseTo(1, 9);
});

it('goes on by the last step where that is steeper', () => {
  expect(
    costAt(
      pointsOf((_, at) => [1, 1, 10][at] ?? 0),
      20_000_000,
    ),
  ).toBeCloseTo(100, 6);
});

it('never promises that more runs cost less', () => {
  expect(
    costAt(
      pointsOf((_, at) => [3, 2, 1][at] ?? 0),
      1e8,
    ),
  ).toBe(1);
});

it('knows no growth of a single size', () => {
  expect(exponentOf([{ runs: 20, cost: 1 }])).toBeNaN();
});

it('replaces a paragraph between its marks, and nothing else', () => {
  const text = 'before\n\n<!-- growth: written -->\n\nold\n\n<!-- /growth -->\n\nafter\n';
  expect(withParagraph(text, 'growth', 'new')).toBe(text.replace('old', 'new'));
  expect(withParagraph(withParagraph(text, 'growth', 'newer'), 'growth', 'new')).toBe(text.replace('old', 'new'));
});

it('refuses a text without the marks', () => {
  expect(() => withParagraph('before', 'growth', 'new')).toThrow('marks');
});
