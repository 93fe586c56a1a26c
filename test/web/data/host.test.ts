// Domains in the script of their readers, and as they are recorded where letters of several scripts are mixed.

import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, it } from 'vitest';
import { addressText, hostAscii, hostText } from '../../../src/web/data/host.js';

describe('the text of a domain', () => {
  it.each(['example.com', 'xn--', 'xn--a', 'not a domain', 'axn--b.example'])('of ASCII is itself: %s', (domain) => {
    expect(hostText(domain)).toBe(domain);
  });

  it.each([
    'münchen.example',
    '日本語テスト.jp',
    'кофе.example',
    'مثال.إختبار',
    'shop.한국.example',
    'ελλάδα.gr',
    'straße.de',
  ])('is read as it is written: %s', (written) => {
    const recorded = domainToASCII(written);
    expect(recorded).toMatch(/^[ -~]+$/);
    expect(hostText(recorded)).toBe(domainToUnicode(recorded));
    expect(hostText(recorded)).toBe(written);
  });

  it.each(['аpple.com', 'gооgle.com', 'paypαl.com'])(
    'with letters that pretend to be others stays as recorded: %s',
    (mixed) => {
      const recorded = domainToASCII(mixed);
      expect(recorded).toMatch(/^xn--/);
      expect(hostText(recorded)).toBe(recorded);
    },
  );
});

describe('what is searched for in domains and addresses', () => {
  it.each([
    ['example.com', 'example.com'],
    ['Example', 'Example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN', 'xn--mnchen-3ya'],
    ['mu\u0308nchen', 'xn--mnchen-3ya'],
    ['https://shop.münchen.example/für/alle', 'https://shop.xn--mnchen-3ya.example/für/alle'],
    ['/für', '/für'],
    ['.한국', '.xn--3e0b707e'],
    ['', ''],
  ])('has the host as it is recorded: %s', (typed, recorded) => {
    expect(hostAscii(typed)).toBe(recorded);
  });

  it.each(['münchen.example', '日本語テスト.jp', 'مثال.إختبار'])('is what a domain is read as: %s', (written) => {
    expect(hostAscii(hostText(domainToASCII(written)))).toBe(domainToASCII(written));
  });
});

describe('the text of an address', () => {
  it.each([
    ['https://www.example.com/crm?q=1#top', 'example.com/crm?q=1#top'],
    ['https://xn--mnchen-3ya.example/', 'münchen.example/'],
    ['http://ja.example/wiki/%E6%97%A5%E6%9C%AC?x=%20', 'ja.example/wiki/日本?x=%20'],
    ['https://a.example/%E2%80%AEevil', 'a.example/%E2%80%AEevil'],
    ['https://a.example/%ff%2F%', 'a.example/%ff%2F%'],
    ['not an address', 'not an address'],
  ])('is read as it is written: %s', (url, text) => {
    expect(addressText(url)).toBe(text);
  });
});
