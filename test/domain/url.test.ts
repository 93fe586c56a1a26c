import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseUrl } from '../../src/domain/url.js';

const url = (text: string) => normaliseUrl(text)?.url ?? null;

describe('normaliseUrl', () => {
  it.each([
    ['HTTPS://Example.COM/Path', 'https://example.com/Path'],
    ['http://example.com:80/a', 'http://example.com/a'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['http://example.com:443/a', 'http://example.com:443/a'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['https://example.com/a#:~:text=some%20words', 'https://example.com/a'],
    ['https://example.com/a?q=1#:~:text=x/', 'https://example.com/a?q=1'],
    ['https://user:secret@example.com/a', 'https://example.com/a'],
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/?', 'https://example.com'],
    ['https://example.com/?q=1', 'https://example.com?q=1'],
    ['https://example.com?q=1', 'https://example.com?q=1'],
    ['https://example.com/a/', 'https://example.com/a'],
    ['https://example.com/a/?q=1', 'https://example.com/a?q=1'],
    ['https://example.com/a//', 'https://example.com/a/'],
    ['https://example.com/a//?q=1', 'https://example.com/a/?q=1'],
    ['https://example.com//a', 'https://example.com//a'],
    ['https://example.com/a//b', 'https://example.com/a//b'],
    ['https://www.example.com/a', 'https://www.example.com/a'],
    ['https://example.com/index.html', 'https://example.com/index.html'],
    ['https://example.com/%7Ea%2541/%41%0A', 'https://example.com/%7Ea%2541/%41%0A'],
    ['https://example.com/a?b=1&a=2', 'https://example.com/a?a=2&b=1'],
    ['https://example.com/a?a=2&a=1', 'https://example.com/a?a=2&a=1'],
    ['https://example.com/a?b=&a', 'https://example.com/a?a&b='],
    ['https://example.com/a?q=/', 'https://example.com/a?q=/'],
    ['https://example.com/?q=/#f', 'https://example.com?q=/'],
    ['https://example.com/a?q=b?c+d%20e', 'https://example.com/a?q=b?c+d%20e'],
    ['https://example.com/a?q=%FF', 'https://example.com/a?q=%FF'],
    ['https://example.com/a?q=x%0Ay', 'https://example.com/a?q=x%0Ay'],
    ['https://example.com/a?q=%EE%80%80', 'https://example.com/a?q=%EE%80%80'],
    ['https://example.com/a?q=100%', 'https://example.com/a?q=100%'],
    ['https://example.com/a?u=http://x.com/?y=1%262', 'https://example.com/a?u=http://x.com/?y=1%262'],
    [
      'https://example.com/a?utm_source=x&utm_=y&q=1&gclid=1&fbclid=2&msclkid=3&ref_src=4&srsltid=5',
      'https://example.com/a?q=1',
    ],
    ['https://example.com/a?utm_source=x', 'https://example.com/a'],
    [
      'https://example.com/a?UTM_source=x&Gclid=1&ref=2&gclids=3',
      'https://example.com/a?Gclid=1&UTM_source=x&gclids=3&ref=2',
    ],
    ['  https://example.com/a ', 'https://example.com/a'],
    ['https://münchen.example/straße', 'https://xn--mnchen-3ya.example/stra%C3%9Fe'],
    ['http://[2001:DB8::1]:80/', 'http://[2001:db8::1]'],
    ['https://example.com./a', 'https://example.com/a'],
  ])('reads %s as %s', (given, expected) => {
    expect(url(given)).toBe(expected);
  });

  it.each([
    ...['example.com/a', '//example.com/a', '/a', '', 'https://', 'https:example.com', 'ftp://example.com/a'],
    ...['mailto:a@example.com', 'data:text/plain,a', 'javascript:alert(1)', 'https://exa mple.com/'],
    'https://example.com:99999/',
  ])('refuses %s', (given) => {
    expect(normaliseUrl(given)).toBeNull();
  });

  it('refuses a host over 253 characters and a URL over 8,192', () => {
    expect(normaliseUrl(`https://${'a.'.repeat(125)}com/`)).not.toBeNull();
    expect(normaliseUrl(`https://${'a.'.repeat(126)}com/`)).toBeNull();
    expect(normaliseUrl(`https://x.io/${'a'.repeat(8_192 - 13)}`)).not.toBeNull();
    expect(normaliseUrl(`https://x.io/${'a'.repeat(8_192 - 12)}`)).toBeNull();
  });

  it.each([
    ['https://www.example.com:8080/a', 'example.com'],
    ['https://WWW.Example.com', 'example.com'],
    ['https://www.www.example.com', 'www.example.com'],
    ['https://news.example.com', 'news.example.com'],
    ['https://wwwexample.com', 'wwwexample.com'],
  ])('takes the domain of %s to be %s', (given, expected) => {
    expect(normaliseUrl(given)?.domain).toBe(expected);
  });

  it('keeps http and https apart', () => {
    expect(url('http://example.com/a')).not.toBe(url('https://example.com/a'));
  });
});

/** The definition, by hand, on the parsed parts. */
function plainly(text: string): string {
  // twice: Node's parser leaves the last dot of `/.a/.` where it is
  const { protocol, host, pathname, search } = new URL(new URL(text).href);
  const pieces = search
    .slice(1)
    .split('&')
    .filter((piece) => piece !== '');
  const name = (piece: string) => piece.replace(/=.*/s, '');
  const kept = pieces
    .filter((piece) => !/^(utm_.*|gclid|fbclid|msclkid|ref_src|srsltid)$/.test(name(piece)))
    .map((piece, index) => ({ piece, index }))
    .sort((a, b) => (name(a.piece) < name(b.piece) ? -1 : name(a.piece) > name(b.piece) ? 1 : a.index - b.index))
    .map(({ piece }) => piece);
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}

const piece = fc.oneof(
  fc.constantFrom(
    ...['', 'utm_source', 'utm_x', 'gclid', 'a', 'b', 'ref', '/', '//', '%2F', '%FF', '%', '+', '?', 'é', "'"],
    ...['index.html', '..'],
  ),
  fc.stringMatching(/^[\w!$'()*,;:@~^`{|}[\]. -]{0,6}$/),
);
const pair = fc
  .tuple(piece, piece)
  .map(([name, value]) => `${name.replace(/[^\w.-]/g, '_') || '_'}=v${value.replace(/[&#]/g, '_')}`);
const dressed = fc
  .record({
    scheme: fc.constantFrom('http', 'HTTPS', 'https'),
    user: fc.constantFrom('', 'user@', 'a:b@'),
    host: fc.constantFrom('example.com', 'WWW.Example.com', 'www.a-b.co.uk:8080', 'x.io:443', 'x.io:80'),
    path: fc.array(piece, { maxLength: 4 }),
    query: fc.array(pair, { maxLength: 5 }),
    fragment: fc.constantFrom('', '#a', '#:~:text=b', '#/'),
  })
  .map(({ scheme, user, host, path, query, fragment }) => {
    const pathname = path.map((each) => `/${each.replace(/[?#]/g, '')}`).join('');
    return `${scheme}://${user}${host}${pathname}${query.length > 0 ? `?${query.join('&')}` : ''}${fragment}`;
  });

describe('normaliseUrl on dressed-up URLs', () => {
  it('is the plain definition', () => {
    fc.assert(
      fc.property(dressed, (text) => {
        expect(url(text)).toBe(plainly(text));
      }),
      { numRuns: 2_000, examples: [['http://example.com//?utm_x=v'], ['http://example.com//?a=v']] },
    );
  });

  it('reads what looks normalised as it reads the same with a fragment, which has to be parsed', () => {
    const label = fc.oneof(
      fc.constantFrom('www', 'xn--a', 'xn--mnchen-3ya', '0x1', '1', 'a-', 'com'),
      fc.stringMatching(/^[a-z\d-]{1,5}$/),
    );
    const piece = fc.oneof(fc.constantFrom('.', '..', '.a', 'a.', '-', '~'), fc.stringMatching(/^[\w.~-]{1,6}$/));
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), fc.array(piece, { maxLength: 3 }), (host, path) => {
        const text = ['https:/', host.join('.'), ...path].join('/');
        expect(normaliseUrl(text)).toEqual(normaliseUrl(`${text}#a`));
      }),
      { numRuns: 5_000 },
    );
  });

  it('leaves its own result as it is, but for one more trailing slash', () => {
    fc.assert(
      fc.property(dressed, (text) => {
        const once = url(text) ?? '';
        if (!/\/(\?|$)/.test(once)) expect(url(once)).toBe(once);
      }),
      { numRuns: 1_000 },
    );
  });
});
