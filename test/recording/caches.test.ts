// What a recording remembers takes room as it comes: most recordings over HTTP are of a few lines.

import { expect, it } from 'vitest';
import { cacheFound, emptyCaches, forgetDeleted } from '../../src/recording/write/caches.js';

it('takes no room for what it may hold, and forgets what was used least', () => {
  // More places than an array can have.
  expect(() => emptyCaches(2 ** 33)).not.toThrow();
  const known = emptyCaches(2);
  const queries = ['a', 'b', 'c'].map((name, at) => ({ brandId: 'acme', name, number: at + 1 }));
  cacheFound(known, { channels: [], pages: { urls: [], domains: [], titles: [] }, queries });
  expect([...known.queries.keys()].sort()).toEqual(['b', 'c']);
});

it('is bounded in the brands whose deletions it knows, and forgets what they were of', () => {
  const known = emptyCaches(2);
  const queries = [{ brandId: 'acme', name: 'a', number: 1 }];
  cacheFound(known, { channels: [], pages: { urls: [], domains: [], titles: [] }, queries });
  const name = (count: number) => {
    for (let at = 0; at < count; at++) forgetDeleted(known, [`${known.deletions.size} of nobody`], new Map());
  };
  name(50_001);
  expect([known.deletions.size, known.queries.size]).toEqual([50_001, 1]);
  name(1);
  expect([known.deletions.size, known.queries.size]).toEqual([1, 0]);
});
