// Documents are kept by what they take of memory: not by tokens alone, of which a comment of any length is one.

import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { createDocumentCaches } from '../../src/server/graphql/document-caches.js';

const commented = (length: number, name: string) => `{ ${name} } #${'x'.repeat(length)}`;

it('keeps short documents, none that is long by a comment, and no more characters than tokens stand for', () => {
  const { documentCache } = createDocumentCaches();
  const add = (text: string) => documentCache.set(text, parse(text));
  const [short, long] = [commented(10, 'models'), commented(3_000_000, 'models')];
  add(short);
  add(long);
  expect([documentCache.has(short), documentCache.has(long)]).toEqual([true, false]);
  for (let at = 0; at < 300; at++) add(commented(60_000, `m${at}`));
  const characters = [...documentCache.keys()].reduce((total, { length }) => total + length, 0);
  expect(characters).toBeGreaterThan(10_000_000);
  expect(characters).toBeLessThanOrEqual(60_000 * 250);
});
