// The pages for people, open to everybody: the dashboard at `/`, GraphiQL for browsers at `/graphql`, the docs of REST, and what they are made of under
// `/assets`, where a name says its content. They hold no data; their policies let them ask this server and nobody else.

import { AppError } from '../../errors.js';
import { projectRoot } from '../../root.js';
import { type Answer, answerMethod } from '../exchange/answer.js';
import type { Call } from '../exchange/call.js';
import { restPrefix } from '../rest/routes.js';
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

const assetPrefix = '/assets/';
const docsPath = `${restPrefix}/docs`;

/** The answer to a request for a page or a part of one; `null`: it is for neither. Throws `not_found`, `method_not_allowed`. */
export async function answerPage(call: Call): Promise<Answer | null> {
  const name = nameOf(call);
  if (name === null) return null;
  const early = answerMethod(call.request.method, ['GET', 'HEAD']);
  if (early) return early;
  const answer = await files.send(name, call.request, headersOf(name));
  if (answer) return answer;
  const hint =
    name in policies ? 'The pages are not built: `npm run setup` does it.' : `There is nothing at ${call.path}.`;
  throw new AppError('not_found', hint);
}

function nameOf(call: Call): string | null {
  const { path } = call;
  if (path === '/') return 'index.html';
  if (path === '/graphql') return wantsPage(call) ? 'graphiql.html' : null;
  if (path === docsPath) return 'docs.html';
  return path.startsWith(assetPrefix) ? path.slice(1) : null;
}

/** Whether a browser asks for a page, not a client for an answer. */
function wantsPage({ request: { method, headers } }: Call): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html');
}

function headersOf(name: string): Answer['headers'] {
  const policy = policies[name];
  if (policy) return { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' };
  return { 'Cache-Control': 'public, max-age=31536000, immutable' };
}
