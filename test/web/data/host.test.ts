// Domains in the script of their readers, and as they are recorded where letters of several scripts are mixed.

import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostText } from '../../../src/web/data/host.js';

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
