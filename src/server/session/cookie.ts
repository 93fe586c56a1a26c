// The cookie of a browser that is signed in. No script can read it, and it is taken for requests of this server's own pages alone.

import { nameFor, valueIn } from '../context/own-cookie.js';
import { isOfOwnPage } from '../context/own-origin.js';
import { decoded } from '../context/utf8.js';

/** The longest that browsers keep a cookie. Its session may end before. */
const maxAgeSeconds = 400 * 86_400;

const hostOf = ({ headers, url }: Request): string => headers.get('host') ?? new URL(url).host;

/** The session of a request of our own pages; `null` without one. */
export function sessionOf(request: Request): { readonly session: string } | null {
  const cookies = request.headers.get('cookie');
  if (cookies === null || !isOfOwnPage(request)) return null;
  const own = valueIn(cookies, hostOf(request));
  const session = own ? decoded(own) : null;
  return session ? { session } : null;
}

/** Has the browser keep a token; without one, forget it. */
export function cookieFor(request: Request, token: string | null): string {
  const isSecure = request.headers.get('origin')?.startsWith('https:') ?? false;
  const kept = token === null ? 0 : maxAgeSeconds;
  const value = encodeURIComponent(token ?? '');
  const own = `${nameFor(hostOf(request))}=${value}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${own}; Secure` : own;
}
