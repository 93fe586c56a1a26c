// The identity of a cited page. Two citations are the same URL when their normalised forms are equal. Pure.
//
// Beyond the rules listed at `normaliseUrl`, the two parsers make one of: what the WHATWG URL standard makes one (`\` and `/`, `.` and `..`
// in paths, internationalised hosts and their punycode, raw and percent-encoded blanks), a host with and without a final dot, empty pieces
// of a query (`?a&&b`) and none, a query of nothing and none, and `a=` and `a` where a query has both.

import normalizeUrl from 'normalize-url';

/** A page: its normalised URL, and its host without a leading `www.` and without the port. */
export interface Page {
  readonly url: string;
  readonly domain: string;
}

const longestUrl = 8_192;
const longestHost = 253;

/** Query parameters that say where a reader came from, not what was read. Names are case-sensitive. */
const trackingParameters = [/^utm_/, 'gclid', 'fbclid', 'msclkid', 'ref_src', 'srsltid'];

/**
 * A URL that is normalised as it stands, as most are: plain names and a plain path. Its host cannot be taken for a number or for punycode, and
 * no piece of its path is empty or begins with a dot. Parsing these would take most of the time of recording them.
 */
const plain = /^https?:\/\/(?!.*xn--)((?:[a-z\d][a-z\d-]*\.)+[a-z]{2,})(?:\/[\w~-][\w.~-]*)*$/;

/**
 * The page that an http or https URL addresses; `null` for any other text, for a URL over 8,192 characters and a host over 253.
 * Scheme and host are lower-cased; the default port, fragment, user info and one trailing slash of the path are removed (the only slash of an
 * empty path too); the query is sorted by name, equal names in their order, without tracking parameters. Nothing else is altered.
 */
export function normaliseUrl(text: string): Page | null {
  if (text.length > longestUrl || !/^\s*https?:\/\//i.test(text)) return null;
  const host = plain.exec(text)?.[1];
  if (host !== undefined && host.length <= longestHost) return { url: text, domain: host.replace(/^www\./, '') };
  // twice: Node's parser leaves the last dot of `/.a/.` where it is
  const parsed = parse(parse(text)?.href ?? '');
  if (!parsed || parsed.hostname.length > longestHost) return null;
  // The library decodes paths, joins slashes and may strip two at the end, which can make one of two pages: it gets none.
  const path = parsed.pathname.replace(/\/$/, '');
  parsed.pathname = '/';
  parsed.search = shield(parsed.search);
  parsed.hash = '';
  const normalised = normalizeUrl(parsed.href, { stripWWW: false, removeQueryParameters: trackingParameters });
  const url = unshield(normalised).replace(/^(https?:\/\/[^/?]+)\/?/, (_, host: string) => host + path);
  return { url, domain: new URL(url).hostname.replace(/^www\./, '') };
}

/** Not `URL.canParse`: in Node 20 and 22, once it is compiled, it refuses hosts with letters beyond ASCII. */
function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

// The library re-encodes a query while it sorts it, and then `%FF` equals `%FE` and `x%0Ay` equals `xy`; it also takes a slash that ends a
// query for one that ends a path. A parsed query is ASCII, so the characters in question pass through it as private-use ones.
const shielded = '%+?/';
const firstShield = 0xe000;

function shield(search: string): string {
  const inner = search.slice(1).replace(/[%+?/]/g, (char) => String.fromCharCode(firstShield + shielded.indexOf(char)));
  return search.slice(0, 1) + inner;
}

function unshield(url: string): string {
  const query = url.indexOf('?');
  if (query === -1) return url;
  const inner = url.slice(query).replace(/%EE%80%8([0-3])/g, (_, index: string) => shielded.charAt(Number(index)));
  return url.slice(0, query) + inner;
}
