// What a tool returns: the body of REST, as it is. The SDK gets an empty object to frame, and the body is put in its place: it is neither parsed
// nor written a second time, whatever its size.

import type { CallToolResult } from '@modelcontextprotocol/server';

/** A larger body is sent once; a smaller one as text as well, which the protocol recommends for clients that read nothing else. */
const maxCopiedBytes = 1_000_000;

/** The most bytes that are sent for a body: JSON within a text has every quotation mark and backslash escaped. */
export function bytesSentFor(bodyBytes: number): number {
  return bodyBytes > maxCopiedBytes ? bodyBytes : 3 * bodyBytes;
}

/** The result for the SDK to frame. */
export function resultFor(body: string, bodyBytes: number): CallToolResult {
  const size = `${bodyBytes.toLocaleString('en-US')} bytes`;
  const text = bodyBytes > maxCopiedBytes ? `The result has ${size} and is sent once, as structuredContent.` : body;
  return { content: [{ type: 'text', text }], structuredContent: {} };
}

// In a text of the frame, which may be the client's, the quotation marks are escaped.
const place = '"structuredContent":{}';

/** What the SDK framed, with the body. */
export function withBody(framed: string, body: string): string {
  return framed.replace(place, () => `"structuredContent":${body}`);
}
