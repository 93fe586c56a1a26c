// How settings are shared out between a process and its readers: nothing is lost, and where nothing is set, what is documented holds.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { concurrentReads } from '../../src/app/reading-parts.js';
import { sharesOf } from '../../src/app/shares.js';
import { readConfig } from '../../src/config.js';

const count = (max: number, min = 2) => fc.integer({ min, max }).map(String);

it.each(['1', '2', '3', '8'])('all connections and reads are shared out among %s readers', (READERS) => {
  const config = readConfig({ READERS });
  const { door, readers, roller } = sharesOf(config);
  const sum = (of: (each: typeof config) => number) => readers.reduce((total, each) => total + of(each), 0);
  expect(readers.length).toBeGreaterThan(0);
  expect(roller.poolSize + door.poolSize + sum(({ poolSize }) => poolSize)).toBe(config.poolSize);
  expect(sum(({ maxConcurrentReads }) => maxConcurrentReads)).toBe(config.maxConcurrentReads);
});

it('whatever is set, an export leaves its reader a read and the connections that this needs', () => {
  const settings = { READERS: count(8), DATABASE_POOL_SIZE: count(40, 3), MAX_CONCURRENT_READS: count(12) };
  fc.assert(
    fc.property(fc.record(settings), ({ READERS, DATABASE_POOL_SIZE, MAX_CONCURRENT_READS }) => {
      const config = readConfig({ READERS, DATABASE_POOL_SIZE, MAX_CONCURRENT_READS });
      const { door, readers } = sharesOf(config);
      const last = readers.at(-1) ?? door;
      fc.pre(config.poolSize > 3 && config.maxConcurrentReads > 1);
      expect(concurrentReads(last)).toBeGreaterThan(1);
      // One for keys and health, and one for a recording.
      expect(door.poolSize).toBeGreaterThan(1);
      for (const { poolSize } of readers) expect(poolSize).toBeGreaterThan(1);
    }),
  );
});

it('as many exports run at once as is documented, and a read beside them', () => {
  const config = readConfig({});
  const last = sharesOf(config).readers.at(-1);
  expect(last && concurrentReads(last)).toBeGreaterThan(config.maxExports);
});
