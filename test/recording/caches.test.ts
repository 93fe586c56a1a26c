// What a recording remembers takes room as it comes: most recordings over HTTP are of a few lines.

import { expect, it } from 'vitest';
import { cacheFound, emptyCaches } from '../../src/recording/write/caches.js';

it('takes no room for what it may hold, and forgets what was used least', () => {
  // More places than an array can have.
  expect(() => emptyCaches(2 ** 33)).not.toThrow();
  const known = emptyCaches(2);
  const queries = ['a', 'b', 'c'].map((name, at) => ({ brandId: 'acme', name, number: at + 1 }));
  cacheFound(known, { channels: [], pages: { urls: [], domains: [], titles: [] }, queries });
  expect([...known.queries.keys()].sort()).toEqual(['b', 'c']);
});
