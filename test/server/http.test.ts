// The server at a real port: the GraphQL-over-HTTP audit, what cannot be read, and an orderly end.

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { auditServer } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import type { Router } from '../../src/server/router.js';
import { listen } from '../../src/server/transport/http.js';
import { gate } from '../support/gate.js';
import { fillTables } from '../support/rows.js';
import { shared, sharedApp } from '../support/shared.js';

const { app } = await sharedApp((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]), {
  config: { maxBodyBytes: 10_000 },
});
const server = await shared(app.listen({ host: '127.0.0.1', port: 0 }));

const bearer = () => ({ authorization: `Bearer ${app.adminKey}` });

describe('over HTTP', () => {
  it('every check of the GraphQL-over-HTTP audit passes', async () => {
    const withKey = (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...bearer() } });
    const results = await auditServer({ url: `${server.url}/graphql`, fetchFn: withKey });
    expect(results.length).toBeGreaterThanOrEqual(61);
    expect(results.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([]);
  });

  it('a client of REST is answered, and HEAD gets the length', async () => {
    const response = await fetch(`${server.url}/api/v1/models`, { headers: bearer() });
    const body = await response.text();
    expect(JSON.parse(body).data).toHaveLength(6);
    const head = await fetch(`${server.url}/api/v1/models`, { method: 'HEAD', headers: bearer() });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  });

  it('a body over the limit is refused while it is still being sent, and the connection stays usable', async () => {
    const path = '/graphql';
    const request = httpRequest(server.url, {
      path,
      method: 'POST',
      headers: { ...bearer(), 'content-type': 'application/json' },
    });
    request.write('x'.repeat(20_000));
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(413);
    expect(JSON.parse(await text(response)).errors[0].extensions.code).toBe('payload_too_large');
    request.end('x'.repeat(20_000));
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  });

  it.each([
    ['413', 'keep-alive', () => app.adminKey],
    ['413', 'close', () => app.adminKey],
    ['401', 'close', () => 'nobody'],
  ])('a client that sends all of a large body before it reads gets %s (Connection: %s)', async (status, mode, key) => {
    const size = 20_000_000;
    const socket = connectSocket(server.port, '127.0.0.1').pause();
    const head = [`Host: x`, `Connection: ${mode}`, `Authorization: Bearer ${key()}`, `Content-Length: ${size}`];
    socket.write(`POST /graphql HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    for (let sent = 0; sent < size; sent += 100_000) {
      if (!socket.write(Buffer.alloc(100_000, 0x20))) await once(socket, 'drain');
    }
    const [answer] = await once(socket.setEncoding('utf8').resume(), 'data');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    socket.destroy();
  });

  it('a body that nobody reads does not block the next request of the connection', async () => {
    const body = 'x'.repeat(200_000);
    const first = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await exchange(`${first}GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/HTTP\/1\.1 200 OK[\s\S]*\{"status":"ok"\}$/);
  });

  it.each([
    ['too large', `GET /?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'payload_too_large'],
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'validation_error'],
  ])('a request that is %s is refused in JSON', async (_, sent, status, code) => {
    const answer = await exchange(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').code).toBe(code);
  });
});

describe('the end of a server', () => {
  it('waits for what is under way, closes the connection of the client, and listens no more', async () => {
    const { router, begun, finish } = slowRouter();
    const slow = await listen(router, { host: '127.0.0.1', port: 0 });
    const answer = fetch(slow.url);
    await begun;
    const ended = slow[Symbol.asyncDispose]();
    finish();
    const response = await answer;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    await ended;
    await expect(fetch(slow.url)).rejects.toThrow();
  });

  it('does not wait for ever', async () => {
    const { router, begun } = slowRouter();
    const slow = await listen(router, { host: '127.0.0.1', port: 0, graceMs: 10 });
    const answer = fetch(slow.url).catch((error: unknown) => error);
    await begun;
    await slow[Symbol.asyncDispose]();
    expect(await answer).toBeInstanceOf(Error);
  });

  it('comes once, however often it is asked for', async () => {
    const { router } = slowRouter();
    const idle = await listen(router, { host: '127.0.0.1', port: 0 });
    await Promise.all([idle[Symbol.asyncDispose](), idle[Symbol.asyncDispose]()]);
    await idle[Symbol.asyncDispose]();
  });

  it('is reported where the address cannot be bound', async () => {
    await expect(listen(slowRouter().router, { host: '127.0.0.1', port: server.port })).rejects.toThrow(
      /is in use already/,
    );
  });
});

/** A router that answers when the test lets it. */
function slowRouter() {
  const [begun, finished] = [gate(), gate()];
  const router: Router = {
    leave: () => {},
    drain: () => {},
    fetch: async () => {
      begun.open();
      await finished.opened;
      return new Response('done');
    },
  };
  return { router, begun: begun.opened, finish: finished.open };
}

/** What the server sends back, until it closes, for bytes that no client would send. */
async function exchange(sent: string): Promise<string> {
  const socket = connectSocket(server.port, '127.0.0.1');
  socket.write(sent);
  return await text(socket);
}
