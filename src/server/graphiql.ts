// The GraphiQL page, self-contained. It is large, so it is loaded on first use, compressed once, and cached by its ETag.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from './answer.js';
import type { Call } from './call.js';

interface Page {
  readonly html: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

let page: Promise<Page> | undefined;

const defaultQuery = `# Put your key into the headers below, then run this to see what it may read.
{
  models { id label }
  brands { id name }
}
`;

/** Whether a browser asks for a page, not a client for an answer. */
export function wantsPage({ request: { method, headers } }: Call): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.get('accept') ?? '').includes('text/html');
}

/** The page, or 304 where the client has it already. */
export async function answerPage({ request: { headers } }: Call): Promise<Answer> {
  page ??= render();
  const { html, gzipped, etag } = await page;
  const common = {
    ETag: etag,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': "frame-ancestors 'none'",
    Vary: 'Accept, Accept-Encoding',
  };
  if (headers.get('if-none-match')?.includes(etag)) return { status: 304, headers: common, body: null };
  const type = { ...common, 'Content-Type': 'text/html; charset=utf-8' };
  if (!/\bgzip\b/.test(headers.get('accept-encoding') ?? '')) return { status: 200, headers: type, body: html };
  return { status: 200, headers: { ...type, 'Content-Encoding': 'gzip' }, body: gzipped };
}

async function render(): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'Sightline',
    defaultQuery,
    headers: JSON.stringify({ Authorization: 'Bearer <key>' }, null, 2),
    shouldPersistHeaders: true,
  });
  const etag = `W/"${createHash('sha256').update(html).digest('hex').slice(0, 32)}"`;
  return { html, gzipped: await promisify(gzip)(html), etag };
}
