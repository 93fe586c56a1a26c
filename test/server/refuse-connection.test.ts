// What no handler ever sees is answered in the shape of every other error, and with a request id.

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openTarget } from '../support/fuzz/target.js';
import { problemsOf, sendRaw } from '../support/fuzz/wire.js';
import { shared } from '../support/shared.js';

const target = await shared(openTarget());

describe('a request that Node would refuse by itself', () => {
  it.each([
    ['that is not HTTP', 'nonsense\r\n\r\n', 400],
    ['without a Host', 'GET /api/v1/models HTTP/1.1\r\n\r\n', 400],
    ['with user info in its address', 'GET http://u:p@h/health/live HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['with two Hosts', 'GET /api/v1/models HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400],
    ['with a Host that is none', 'GET /health/live HTTP/1.1\r\nHost: a b:c@/\r\n\r\n', 400],
    ['with an unsupported Expect header', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n\r\n', 417],
    ['for a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['whose header is too large', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ])('%s gets an error in full', async (_, text, status) => {
    const answers = await sendRaw(target.url, { bytes: Buffer.from(text), isHead: false });
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    expect(answers.flatMap((answer) => problemsOf(answer))).toEqual([]);
  });

  it('that ends before its body does is told so, and not that it is no HTTP', async () => {
    const socket = connect({ port: Number(new URL(target.url).port), allowHalfOpen: true });
    socket.end('POST /api/v1/records HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"type":');
    expect(await text(socket)).toContain('The request ends before its body does: send it again.');
  });
});
