// When two addresses are one page: the library as it is configured, beside a second opinion that takes URLs apart by hand.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseUrl } from '../../src/domain/url.js';
import { often } from '../support/compare.js';
import { pageOf } from '../support/naive/pages.js';
import { urls } from '../support/random/pages.js';

it('takes two addresses for one page exactly where their pieces are equal, and finds the same domain', () => {
  const property = fc.property(fc.array(urls, { minLength: 2, maxLength: 40, size: 'max' }), (addresses) => {
    const found = addresses.map((address) => normaliseUrl(address));
    const expected = addresses.map((address) => pageOf(address));
    expect(found.map((page) => page?.domain)).toStrictEqual(expected.map((page) => page?.domain));
    expect(found.map((page) => page?.url)).toStrictEqual(expected.map((page) => page?.url));
    expect(groupsOf(found.map((page) => page?.url))).toStrictEqual(groupsOf(expected.map((page) => page?.identity)));
  });
  fc.assert(property, often(200));
});

it('still knows a host with letters beyond ASCII after thousands of addresses', () => {
  for (let count = 0; count < 20_000; count++) expect(normaliseUrl('https://bücher.example/')).not.toBeNull();
});

/** For each item the place of the first one that is equal to it. */
function groupsOf(items: readonly unknown[]): readonly number[] {
  return items.map((item) => items.indexOf(item));
}
