// How settings are shared out between a process and its readers: nothing is lost, and where nothing is set, what is documented holds.

import { expect, it } from 'vitest';
import { sharesOf } from '../../src/app/shares.js';
import { readConfig } from '../../src/config.js';

it.each(['1', '2', '3', '8'])('all connections and reads are shared out among %s readers', (READERS) => {
  const config = readConfig({ READERS });
  const { door, readers } = sharesOf(config);
  const sum = (of: (each: typeof config) => number) => readers.reduce((total, each) => total + of(each), 0);
  expect(readers.length).toBeGreaterThan(0);
  expect(door.poolSize + sum(({ poolSize }) => poolSize)).toBe(config.poolSize);
  expect(sum(({ maxConcurrentReads }) => maxConcurrentReads)).toBe(config.maxConcurrentReads);
});

it('as many exports run at once as is documented, and a read beside them', () => {
  const config = readConfig({});
  const last = sharesOf(config).readers.at(-1);
  const reads = Math.min(last?.maxConcurrentReads ?? 0, (last?.poolSize ?? 0) - 1);
  expect(reads).toBeGreaterThan(config.maxExports);
});
