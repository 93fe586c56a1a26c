// The longest recorded domain wins, the brand's before a competitor's, whatever its spelling.

import { describe, expect, it } from 'vitest';
import { type DomainOwner, ownershipBy as stepsOf } from '../../../src/domain/lists/ownership.js';
import { atOnce } from '../../../src/domain/pause.js';

const acme: DomainOwner = { name: 'Acme', isBrand: true, domains: ['acme.com', 'WWW.Acme.io', 'shop.globex.com'] };
const globex: DomainOwner = { name: 'Globex', isBrand: false, domains: ['globex.com', 'bücher.example', 'acme.com'] };
const labs: DomainOwner = { name: 'Globex Labs', isBrand: false, domains: ['labs.globex.com', 'research.acme.com'] };
const ownershipBy = (owners: readonly DomainOwner[]) => atOnce(stepsOf(owners));
const ownerOf = ownershipBy([labs, globex, acme]);

const own = { category: 'own', company: 'Acme' };
const other = { category: 'other', company: null };
const competitor = (company: string) => ({ category: 'competitor', company });

describe('a domain', () => {
  it.each([
    ['acme.com', own],
    ['blog.acme.com', own],
    ['a.b.acme.com', own],
    ['notacme.com', other],
    ['com', other],
    ['', other],
    ['acme.com.evil.example', other],
    ['acme.io', own],
    ['xn--bcher-kva.example', competitor('Globex')],
    ['www2.xn--bcher-kva.example', competitor('Globex')],
    ['globex.com', competitor('Globex')],
    ['shop.globex.com', own],
    ['de.shop.globex.com', own],
    ['labs.globex.com', competitor('Globex Labs')],
    ['x.labs.globex.com', competitor('Globex Labs')],
    ['research.acme.com', competitor('Globex Labs')],
    ['localhost', other],
    ['192.168.0.1', other],
  ])('%s has its owner', (domain, expected) => {
    expect(ownerOf(domain)).toEqual(expected);
  });

  it('that two competitors recorded is of the one whose name comes first by code point', () => {
    const [wave, astral] = ['～Wave', '𝒜cme'].map((name) => ({ name, isBrand: false, domains: ['both.example'] }));
    if (!wave || !astral) throw new Error('there are two');
    expect(ownershipBy([astral, wave])('both.example')).toEqual(competitor('～Wave'));
  });

  it('is nobody’s where what is recorded is no host name', () => {
    const owners = [{ name: 'Globex', isBrand: false, domains: ['', ' ', '.', 'www.', 'https://globex.com', 'a b'] }];
    expect(['globex.com', 'com', '', 'b'].map(ownershipBy(owners))).toEqual([other, other, other, other]);
  });

  it('may be recorded with blanks around it and a final dot', () => {
    const owners = [{ name: 'Globex', isBrand: false, domains: [' Globex.COM. '] }];
    expect(ownershipBy(owners)('globex.com')).toEqual(competitor('Globex'));
  });
});
