// Whether a page is of this server. Behind a proxy that terminates TLS, the scheme of a request is not that of the page.

type From = Pick<Request, 'headers' | 'url'>;

/** Whether the address of a page has the host that the request was sent to. */
export function isOwnOrigin(page: string, { headers, url }: From): boolean {
  return hostOf(page) === (headers.get('host') ?? hostOf(url));
}

/** Whether a browser sends the request for a page of this server, by headers that no page can set. Where the connection is not secure, browsers name the page alone. */
export function isOfOwnPage(request: From): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const page = request.headers.get('origin') ?? request.headers.get('referer');
  return page !== null && isOwnOrigin(page, request);
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null;
}
