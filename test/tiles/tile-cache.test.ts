// What is kept of tiles is found under its stamp alone, and never takes more memory than it may.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTileCache, TileCache } from '../../src/tiles/kept/tile-cache.js';

it('finds what was kept under the same stamp, and that there is nothing', () => {
  const cache = new TileCache(10_000);
  const value = { bytes: 100 };
  cache.set('a', '1', value);
  cache.set('b', '1', null);
  expect([cache.get('a', '1'), cache.get('b', '1')]).toEqual([value, null]);
  expect([cache.get('a', '2'), cache.get('c', '1')]).toEqual([undefined, undefined]);
  cache.set('a', '2', null);
  expect([cache.get('a', '1'), cache.get('a', '2')]).toEqual([undefined, null]);
});

it('keeps at most so many bytes, of what was used last, and nothing that is larger', () => {
  const steps = fc.array(fc.tuple(fc.nat(30), fc.nat(4_000)), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(steps, (all) => {
      const cache = new TileCache(8_000);
      for (const [key, bytes] of all) {
        cache.set(`key ${key}`, '', { bytes });
        expect(cache.get(`key ${key}`, '')).toEqual({ bytes });
        expect(cache.bytes).toBeLessThanOrEqual(8_000);
      }
      const before = cache.bytes;
      cache.set('too large', '', { bytes: 8_000 });
      expect([cache.get('too large', ''), cache.bytes]).toEqual([undefined, before]);
    }),
  );
});

it('is none where nothing may be kept', () => {
  expect([createTileCache(0), createTileCache(1)?.bytes]).toEqual([null, 0]);
});
