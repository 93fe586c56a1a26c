import { describe, expect, it } from 'vitest';
import { wilson } from '../../../src/domain/statistics/wilson.js';

describe('the Wilson interval', () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('is the published one of %i in %i', (part, whole, low, high) => {
    const interval = wilson(part, whole, 0.95);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('is exact at other levels', () => {
    // One observation of two: the half width is z ÷ √(2 · 2 + 2z²) · … = z / (2 √(2 + z²)), with z of the normal tables.
    for (const [level, z] of [
      [0.5, 0.674489750196082],
      [0.9, 1.64485362695147],
      [0.99, 2.5758293035489],
      [0.999999, 4.89163847569859],
    ] as const) {
      const half = z / (2 * Math.sqrt(2 + z * z));
      expect(wilson(1, 2, level)?.low).toBeCloseTo(0.5 - half, 11);
      expect(wilson(1, 2, level)?.high).toBeCloseTo(0.5 + half, 11);
    }
  });

  it('ends exactly at 0 and 1', () => {
    expect(wilson(0, 7, 0.95)?.low).toBe(0);
    expect(wilson(7, 7, 0.95)?.high).toBe(1);
  });

  it('is null without a sample', () => {
    expect(wilson(0, 0, 0.95)).toBeNull();
  });
});
