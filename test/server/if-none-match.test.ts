// When an If-None-Match header names an entity tag: weak comparison, lists, and the asterisk.

import { expect, it } from 'vitest';
import { isMatch } from '../../src/server/answers/etag.js';

const tag = '"abc"';

it.each([
  [null, false],
  ['', false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['  "abc"\t', true],
  ['"x", "abc"', true],
  ['"x",W/"abc","y"', true],
  ['*', true],
  ['"ABC"', false],
  ['abc', false],
  ['"abcd"', false],
  ['"ab"', false],
  ['w/"abc"', false],
  ['"*"', false],
])('%j matches: %s', (header, expected) => {
  expect(isMatch(header, tag)).toBe(expected);
});
