// A text that is generated once, compressed on its first request in each coding, and sent with an entity tag.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { once } from '../../once.js';
import { isMatch } from '../answers/etag.js';
import type { HttpResponse } from '../context/http-response.js';
import type { RequestContext } from '../context/request-context.js';

type Bytes = Uint8Array<ArrayBuffer>;
export type SendFile = (requestContext: RequestContext) => Promise<HttpResponse>;

/** The highest quality, 11, takes twenty times as long and saves a few percent. */
const brotliQuality = 9;

/** In order of preference. */
const coders: Readonly<Record<string, (bytes: Bytes) => Promise<Bytes>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** Responds with `bytes` and `headers`, or with 304 if the client has them. */
export function createSendFile(bytes: Bytes, headers: HttpResponse['headers']): SendFile {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}"`;
  const common = { Vary: 'Accept, Accept-Encoding', ...headers, ETag: `W/${tag}` };
  const compress = once((coding: string) => coders[coding]?.(bytes) ?? Promise.resolve(bytes));
  return async ({ request }) => {
    if (isMatch(request.headers.get('if-none-match'), tag)) return { status: 304, headers: common, body: null };
    const coding = codingFor(request.headers.get('accept-encoding'), Object.keys(coders));
    if (!coding) return { status: 200, headers: common, body: bytes };
    return { status: 200, headers: { ...common, 'Content-Encoding': coding }, body: await compress(coding) };
  };
}

/** The first of `codings` that the client accepts; `null` if none. */
export function codingFor(accept: string | null, codings: readonly string[]): string | null {
  const taken = parseAccept(accept ?? '').filter(({ q }) => q > 0);
  return codings.find((coding) => taken.some(({ type }) => type.toLowerCase() === coding)) ?? null;
}
