// Pages for browsers, which need no key: the dashboard at `/`, GraphiQL at `/graphql`, the REST reference, and their assets under
// `/assets`, named after a hash of their content. They contain no data, and their security policies allow requests to this server only.

import { AppError } from '../../errors.js';
import { projectRoot } from '../../root.js';
import { type HttpResponse, nothingAt } from '../context/http-response.js';
import type { RequestContext } from '../context/request-context.js';
import { createPageFiles } from './files.js';

/** Written by `scripts/build-web.mjs`, in a clone and in the package. */
const files = createPageFiles(new URL('dist/web/', projectRoot));

const own =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const strict = `${own}; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'`;

/** GraphiQL's editor creates styles at run time, and its style sheet contains fonts and cursors. */
const policies: Readonly<Record<string, string>> = {
  'index.html': strict,
  'graphiql.html': `${own}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self'`,
  'docs.html': strict,
};

/** Sends the page `file`. Throws `not_found` if the pages are not built. */
export async function sendPage({ request }: RequestContext, file: string): Promise<HttpResponse> {
  const response = await files.send(file, request, headersOf(file));
  if (response) return response;
  throw new AppError('not_found', 'The pages are not built. Run `npm run setup`.');
}

/** Sends the asset that the path names. Throws `not_found`. */
export async function sendAsset({ request, path }: RequestContext): Promise<HttpResponse> {
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
