// When two citations are the same page, piece by piece from the parsed URL. No library but the platform's URL parser.

export interface NaivePage {
  /** Equal for two spellings of one page, and only then. It is no URL itself. */
  readonly identity: string;
  /** The identity as a URL. */
  readonly url: string;
  readonly domain: string;
}

const tracking = ['gclid', 'fbclid', 'msclkid', 'ref_src', 'srsltid'];

/** The page that `text` names, or `null` where it is no http or https URL. */
export function pageOf(text: string): NaivePage | null {
  const parsed = parse(text);
  if (!parsed) return null;
  const { protocol, hostname, port, pathname, search } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const parameters = parametersOf(search);
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return {
    identity: JSON.stringify([protocol, host, port, path, parameters]),
    url: `${protocol}//${host}${port === '' ? '' : `:${port}`}${path}${query}`,
    domain: host.startsWith('www.') ? host.slice(4) : host,
  };
}

/** Parsed twice: Node's parser leaves the last dot of a path such as `/.a/.` where it is at first. */
function parse(text: string): URL | null {
  try {
    return new URL(new URL(text).href);
  } catch {
    return null; // the parser says so that it is none
  }
}

/** The pieces of a query as they are written, without trackers and blanks, by name; equal names stay in their order. */
function parametersOf(search: string): readonly string[] {
  const pieces = search.slice(1).split('&');
  return pieces
    .filter((piece) => piece !== '' && !isTracking(nameOf(piece)))
    .map((piece, index) => ({ piece, name: nameOf(piece), index }))
    .sort((a, b) => (a.name === b.name ? a.index - b.index : a.name < b.name ? -1 : 1))
    .map(({ piece }) => piece);
}

/** A parameter's name as it is written: `%5F` stays what it is. */
function nameOf(piece: string): string {
  return piece.split('=')[0] ?? '';
}

function isTracking(name: string): boolean {
  return name.startsWith('utm_') || tracking.includes(name);
}
