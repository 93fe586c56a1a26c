// The same few pages under many spellings, beside pages that only look the same.

import fc from 'fast-check';

const schemes = ['https', 'https', 'http', 'HTTPS'];
const hosts = [
  ...['example.com', 'EXAMPLE.com', 'www.example.com', 'Example.com.', 'sub.www.example.com', 'www.www.example.com'],
  ...['bücher.example', 'xn--bcher-kva.example', 'BÜCHER.example', '192.0.2.1', '[2001:DB8::1]'],
];
const ports = ['', '', ':80', ':443', ':8080'];
const paths = [
  ...['', '/', '/a', '/a/', '/a//', '//a', '/A', '/~a', '/%7Ea', '/a/../b', '/b', '/straße', '/stra%C3%9Fe', '/a b'],
];
const parameters = [
  ...['a=1', 'b=2', 'b=1', 'A=1', 'c', '', 'q=a+b', 'q=a%20b', 'q=%FF', 'q=ü', 'u=https://x.example/?y=1'],
  ...['utm_source=x', 'utm_', 'utm%5Fmedium=y', 'UTM_source=x', 'gclid=1', 'fbclid=2', 'msclkid=', 'ref_src=t'],
  ...['srsltid', 'ref=1'],
];

interface Pieces {
  readonly scheme: string;
  readonly user: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly hasQuery: boolean;
  readonly fragment: string;
}

const dress = {
  user: fc.constantFrom('', '', '', 'user@', 'user:secret@'),
  hasQuery: fc.boolean(),
  fragment: fc.constantFrom('', '', '#', '#part', '#:~:text=some%20words', '#/a?b=1'),
};

const anyPieces: fc.Arbitrary<Pieces> = fc.record({
  ...dress,
  scheme: fc.constantFrom(...schemes),
  host: fc.constantFrom(...hosts),
  port: fc.constantFrom(...ports),
  path: fc.constantFrom(...paths),
  query: fc.array(fc.constantFrom(...parameters), { maxLength: 4 }),
});

/** So few that many addresses are one page. */
const nearPieces: fc.Arbitrary<Pieces> = fc.record({
  ...dress,
  scheme: fc.constantFrom('https', 'HTTPS'),
  host: fc.constantFrom('example.com', 'EXAMPLE.com', 'www.example.com'),
  port: fc.constantFrom('', ':443'),
  path: fc.constantFrom('', '/', '/a', '/a/'),
  query: fc.shuffledSubarray(['a=1', 'b=2', 'utm_source=x']),
});

/** Domains as they may be recorded for a company: hosts of the addresses, what they lie under, what only ends like them. */
export const recordedDomains = [
  ...['example.com', 'WWW.Example.com', 'sub.www.example.com', 'www.example.com', 'le.com', 'com', 'bücher.example'],
  ...['XN--Bcher-KVA.example', 'BÜCHER.example', 'example', '192.0.2.1', 'nobody-cites.example'],
];

/** An address as somebody might write it down. */
export const urls: fc.Arbitrary<string> = fc
  .oneof(anyPieces, nearPieces)
  .map(({ scheme, user, host, port, path, query, hasQuery, fragment }) => {
    const search = hasQuery || query.length > 0 ? `?${query.join('&')}` : '';
    return `${scheme}://${user}${host}${port}${path}${search}${fragment}`;
  });
