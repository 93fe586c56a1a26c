// The cookie of this server among those that a browser sends.

/** Cookies are shared by all ports of a host; servers beside each other have a name each. */
export function nameFor(host: string): string {
  const [, port = ''] = /:(\d+)$/.exec(host) ?? [];
  return `sightline_session${port && `_${port}`}`;
}

/** What the cookie of a server at `host` holds, among all that a browser sends; `undefined` without one. */
export function valueIn(cookies: string, host: string): string | undefined {
  const start = `${nameFor(host)}=`;
  const own = cookies.split(/; */).find((cookie) => cookie.startsWith(start));
  return own?.slice(start.length);
}
