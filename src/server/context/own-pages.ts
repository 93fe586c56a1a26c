// Which requests are of this server's own pages, and the cookie of a browser that is signed in there. No script can read it, and it is taken for those
// requests alone. Behind a proxy that terminates TLS, the scheme of a request is not that of the page.

import { decoded } from './utf8.js';

/** Cookies are shared by all ports of a host; servers beside each other have a name each. */
function nameFor(host: string): string {
  const [, port = ''] = /:(\d+)$/.exec(host) ?? [];
  return `sightline_session${port && `_${port}`}`;
}

/** What the cookie of a server at `host` holds, among all that a browser sends; `undefined` without one. */
export function valueIn(cookies: string, host: string): string | undefined {
  const start = `${nameFor(host)}=`;
  const own = cookies.split(/; */).find((cookie) => cookie.startsWith(start));
  return own?.slice(start.length);
}

/** The longest that browsers keep a cookie. Its session may end before. */
const maxAgeSeconds = 400 * 86_400;

type From = Pick<Request, 'headers' | 'url'>;

/** The session of a request of our own pages; `null` without one. */
export function sessionOf(request: Request): { readonly session: string } | null {
  const cookies = request.headers.get('cookie');
  if (cookies === null || !isOfOwnPage(request)) return null;
  const own = valueIn(cookies, hostAskedBy(request) ?? '');
  const session = own ? decoded(own) : null;
  return session ? { session } : null;
}

/** Has the browser keep a token; without one, forget it. */
export function cookieFor(request: Request, token: string | null): string {
  const isSecure = request.headers.get('origin')?.startsWith('https:') ?? false;
  const kept = token === null ? 0 : maxAgeSeconds;
  const value = encodeURIComponent(token ?? '');
  const own = `${nameFor(hostAskedBy(request) ?? '')}=${value}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${own}; Secure` : own;
}

/** Whether the address of a page has the host that the request was sent to. */
export function isOwnOrigin(page: string, request: From): boolean {
  return hostOf(page) === hostAskedBy(request);
}

/** Whether a browser sends the request for a page of this server, by headers that no page can set. Where the connection is not secure, browsers name the page alone. */
function isOfOwnPage(request: From): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const page = request.headers.get('origin') ?? request.headers.get('referer');
  return page !== null && isOwnOrigin(page, request);
}

function hostAskedBy({ headers, url }: From): string | null {
  return headers.get('host') ?? hostOf(url);
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}
