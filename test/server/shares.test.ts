// The settings of a process hold for its door and its readers together.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sharesOf } from '../../src/app/shares.js';
import { type Config, readConfig } from '../../src/config.js';

const settings = fc.record({
  readers: fc.nat({ max: 20 }),
  poolSize: fc.integer({ min: 2, max: 60 }),
  maxConcurrentReads: fc.integer({ min: 1, max: 40 }),
  maxQueuedReads: fc.nat({ max: 500 }),
  tileCacheBytes: fc.nat(),
  answerCacheBytes: fc.nat(),
});

it('never adds up to more than what is set, and wastes no memory and no place in the queue', () => {
  fc.assert(
    fc.property(settings, (given) => {
      const config: Config = { ...readConfig({}), ...given };
      const { door, readers } = sharesOf(config);
      const sum = (of: (each: Config) => number) => readers.reduce((total, each) => total + of(each), 0);
      expect(readers.length).toBeLessThanOrEqual(config.readers);
      if (readers.length === 0) {
        expect(door).toBe(config);
        return;
      }
      expect(door.poolSize + sum(({ poolSize }) => poolSize)).toBe(config.poolSize);
      expect(sum(({ maxConcurrentReads }) => maxConcurrentReads)).toBe(config.maxConcurrentReads);
      expect(sum(({ maxQueuedReads }) => maxQueuedReads)).toBe(config.maxQueuedReads);
      expect(sum(({ tileCacheBytes }) => tileCacheBytes)).toBe(config.tileCacheBytes);
      expect(door.answerCacheBytes + sum(({ answerCacheBytes }) => answerCacheBytes)).toBe(config.answerCacheBytes);
      for (const { poolSize, maxConcurrentReads } of readers) {
        expect(poolSize).toBeGreaterThanOrEqual(2);
        expect(maxConcurrentReads).toBeGreaterThanOrEqual(1);
      }
      expect(door.poolSize).toBeGreaterThanOrEqual(2);
    }),
  );
});

it('starts fewer readers where connections do not suffice', () => {
  const count = (poolSize: number) => sharesOf({ ...readConfig({}), poolSize, readers: 4 }).readers.length;
  expect([2, 3, 4, 6, 10, 100].map(count)).toEqual([0, 0, 1, 2, 4, 4]);
});
