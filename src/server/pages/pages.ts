// The pages for people, open to everybody: the dashboard at `/`, GraphiQL for browsers at `/graphql`, the docs of REST, and what they are made of under
// `/assets`, where a name says its content. They hold no data; their policies let them ask this server and nobody else.

import { AppError } from '../../errors.js';
import { projectRoot } from '../../root.js';
import type { Exchange } from '../exchange/exchange.js';
import { type HttpResponse, nothingAt } from '../exchange/http-response.js';
import { createPageFiles } from './files.js';

/** `scripts/build-web.mjs` writes them, for a clone and for the package alike. */
const files = createPageFiles(new URL('dist/web/', projectRoot));

const own =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GraphiQL's editor makes styles as it runs, and its style sheet holds its fonts and cursors; the viewer's of REST, its arrows. */
const policies: Readonly<Record<string, string>> = {
  'index.html': `${own}; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'`,
  'graphiql.html': `${own}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self'`,
  'docs.html': `${own}; style-src 'self'; img-src 'self' data:`,
};

/** Sends the page called `file`. Throws `not_found` where the pages are not built. */
export async function sendPage({ request }: Exchange, file: string): Promise<HttpResponse> {
  const response = await files.send(file, request, headersOf(file));
  if (response) return response;
  throw new AppError('not_found', 'The pages are not built: `npm run setup` does it.');
}

/** Sends the part of a page that the path names. Throws `not_found`. */
export async function sendAsset({ request, path }: Exchange): Promise<HttpResponse> {
  const name = path.slice(1);
  const response = await files.send(name, request, headersOf(name));
  if (response) return response;
  throw nothingAt(path);
}

function headersOf(name: string): HttpResponse['headers'] {
  const policy = policies[name];
  if (policy) return { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' };
  return { 'Cache-Control': 'public, max-age=31536000, immutable' };
}
