// Bytes that are nearly an HTTP request: broken lines, lengths that lie, chunks that end, headers without end.

import { smallWorldIds } from '../records.js';
import type { Choices } from './choices.js';
import { hostileText } from './texts.js';
import type { RawRequest } from './wire.js';

const document = '{"query":"{ models { id } }"}';

/** One request, or something like it. */
export function rawRequestOf(choices: Choices, key: string): RawRequest {
  const method = choices.of(['GET', 'POST', 'HEAD', 'CONNECT', 'OPTIONS', 'PRI', 'get', 'M-SEARCH', 'G\0T', '']);
  const lines = [
    [method, targetOf(choices), choices.of(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', ''])]
      .filter((each) => !choices.rarely(30) || each === '')
      .join(choices.rarely(30) ? '\t' : ' '),
    ...(choices.rarely(10) ? [] : ['Host: sightline.test']),
    ...(choices.rarely(10) ? [] : [`Authorization: Bearer ${key}`]),
    ...(choices.rarely(4) ? ['Connection: keep-alive'] : ['Connection: close']),
    ...choices.list(3, () => oddHeaderOf(choices)),
  ];
  const end = choices.rarely(15) ? '\n' : '\r\n';
  const head = `${lines.join(end)}${end}${choices.rarely(20) ? '' : end}`;
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), bodyOf(choices)]);
  return { bytes: choices.rarely(10) ? flipped(choices, bytes) : bytes, isHead: method === 'HEAD' };
}

function targetOf(choices: Choices): string {
  const given = [
    '/graphql',
    '/api/v1/models',
    `/api/v1/brands/${smallWorldIds.brand}`,
    '*',
    'http://other.example/api/v1/models',
    'other.example:443',
    '//',
    '/\xff\xfe',
    '/a b',
    `/${'a'.repeat(20_000)}`,
    `/api/v1/models?${'x=1&'.repeat(2_000)}`,
    '?',
    '',
  ];
  return choices.rarely(6) ? `/${hostileText(choices)}` : choices.of(given);
}

function oddHeaderOf(choices: Choices): string {
  return choices.of([
    `Content-Length: ${document.length}`,
    'Content-Type: application/json',
    'Content-Length: -1',
    'Content-Length: 999999999999999999999',
    'Content-Length: 5, 6',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip, chunked',
    'Transfer-Encoding: nonsense',
    'Expect: 100-continue',
    'Expect: the unexpected',
    'Upgrade: websocket',
    'Connection: Upgrade, HTTP2-Settings',
    'Host: twice.example',
    ' folded: header',
    'No-Colon',
    ': no name',
    'Bad\0Name: x',
    `X-Long: ${'x'.repeat(choices.below(20_000))}`,
    `${'X-Many: 1\r\n'.repeat(choices.below(300))}X-Last: 1`,
    `X-Odd: ${hostileText(choices)}`,
    'Trailer: X-Trailer',
    'Keep-Alive: timeout=999999',
    'Content-Encoding: gzip',
  ]);
}

function bodyOf(choices: Choices): Buffer {
  return choices.of([
    Buffer.alloc(0),
    Buffer.from(document),
    Buffer.from(document.slice(0, 9)),
    Buffer.from(`1d\r\n${document}\r\n0\r\n\r\n`),
    Buffer.from('ffffffffffffffff\r\nx\r\n'),
    Buffer.from('zz\r\nx\r\n0\r\n\r\n'),
    Buffer.from('5\r\nab'),
    Buffer.from('GET /api/v1/models HTTP/1.1\r\nHost: smuggled\r\n\r\n'),
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01]),
    Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff]),
  ]);
}

function flipped(choices: Choices, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let left = 1 + choices.below(4); left > 0; left--) {
    const at = choices.below(Math.min(copy.length, 300));
    copy[at] = (copy[at] ?? 0) ^ (1 << choices.below(8));
  }
  return copy;
}
