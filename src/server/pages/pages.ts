// The pages for people, open to everybody: the dashboard at `/`, GraphiQL for browsers at `/graphql`, the docs of REST, and what they are made of under
// `/assets`, where a name says its content. They hold no data; their policies let them ask this server and nobody else.

import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppError } from '../../errors.js';
import { projectRoot } from '../../root.js';
import { type Answer, answerMethod } from '../exchange/answer.js';
import type { Call } from '../exchange/call.js';
import { restPrefix } from '../rest/routes.js';
import { createSendFile, type SendFile } from './compressed.js';

/** `scripts/build-web.mjs` writes it, for a clone and for the package alike. */
const folder = new URL('dist/web/', projectRoot);

const own =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GraphiQL's editor makes styles as it runs, and its style sheet holds its fonts and cursors; the viewer's of REST, its arrows. */
const policies: Readonly<Record<string, string>> = {
  'index.html': `${own}; style-src 'self'; img-src 'self'; require-trusted-types-for 'script'`,
  'graphiql.html': `${own}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src 'self'`,
  'docs.html': `${own}; style-src 'self'; img-src 'self' data:`,
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const assetPrefix = '/assets/';
const docsPath = `${restPrefix}/docs`;
let files: Promise<ReadonlyMap<string, SendFile>> | undefined;

/** The answer to a request for a page or a part of one; `null`: it is for neither. Throws `not_found`, `method_not_allowed`. */
export async function answerPage(call: Call): Promise<Answer | null> {
  const name = nameOf(call);
  if (name === null) return null;
  const early = answerMethod(call.request.method, ['GET', 'HEAD']);
  if (early) return early;
  files ??= readFiles();
  const send = (await files).get(name);
  if (send) return send(call);
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

async function readFiles(): Promise<ReadonlyMap<string, SendFile>> {
  const names = await namesIn('').then(async (pages) => [...pages, ...(await namesIn('assets/'))]);
  const read = async (name: string) => {
    const headers = { 'Content-Type': types[extname(name)] ?? 'application/octet-stream', ...cachingOf(name) };
    return [name, createSendFile(new Uint8Array(await readFile(new URL(name, folder))), headers)] as const;
  };
  return new Map(await Promise.all(names.map(read)));
}

function cachingOf(name: string): Answer['headers'] {
  const policy = policies[name];
  if (policy) return { 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' };
  return { 'Cache-Control': 'public, max-age=31536000, immutable' };
}

/** Files of the folder with their paths in it; none where it was not built. */
async function namesIn(part: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(new URL(part, folder), { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => `${part}${name}`);
  } catch {
    return [];
  }
}
