// Which brand the text of a request names, as far as a look at its beginning tells. Only where it is read depends on it: its tiles are in the memory of one
// reader. Nothing is parsed here, because the client chooses how much there is to parse.

import { decoded } from '../context/utf8.js';

const looksAt = 16_384;
/** An argument or a variable of a document, or an argument of a tool. */
const named = /\b(?:brandId|id)[\s"\\]*:[\s\\]*"([^"\\]{1,200})/;

/** The value of the first `brandId` or `id` in a body, or in an address; `null` where there is none. */
export function brandNamedIn(url: string, body: Uint8Array<ArrayBuffer> | null): string | null {
  const text = body ? Buffer.from(body.buffer, 0, Math.min(looksAt, body.byteLength)).toString() : (decoded(url) ?? '');
  return named.exec(text)?.[1] ?? null;
}
