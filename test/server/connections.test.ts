// Connections without a request: they are closed, and gone, whatever their clients do, and make room for others.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Router } from '../../src/server/router.js';
import { type Listening, type ListenOptions, listen } from '../../src/server/transport/http.js';
import { defaultTimeouts } from '../../src/server/transport/timeouts.js';
import { gate } from '../support/gate.js';
import { get, openSocket, untilClosed } from '../support/raw-client.js';

/** Whatever is not of interest takes longer than any test. */
const never = 3_600_000;
const patient = { ...defaultTimeouts, headersMs: never, requestMs: never, idleMs: never, checkMs: 10, lingerMs: 10 };
const open: Listening[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

/** A server whose answer at `/held` comes when `release` is called, and any other at once. */
async function start(options: Partial<ListenOptions> = {}) {
  const { opened: released, open: release } = gate();
  const held = { count: 0 };
  const router: Router = {
    leave: () => {},
    drain: () => {},
    fetch: async ({ url }) => {
      if (new URL(url).pathname === '/held') {
        held.count += 1;
        await released;
      }
      return new URL(url).pathname === '/large' ? new Response('x'.repeat(50_000_000)) : new Response('ok');
    },
  };
  const server = await listen(router, { host: '127.0.0.1', port: 0, timeouts: patient, graceMs: never, ...options });
  open.push(server);
  return { server, release, held };
}

it('answers an exception of our own with 500, reports it, and blames no header of the client', async () => {
  const reported: unknown[] = [];
  const broken = new Error('a fault of ours');
  const router: Router = { leave: () => {}, drain: () => {}, fetch: () => Promise.reject(broken) };
  const onFailure = (error: unknown, requestId: string) => void reported.push([error, requestId]);
  await using server = await listen(router, { host: '127.0.0.1', port: 0, onFailure });
  const response = await fetch(`${server.url}/api/v1/models`);
  const id = response.headers.get('x-request-id');
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: 'internal_error', message: expect.stringContaining(String(id)) });
  expect(reported).toEqual([[broken, id]]);
});

async function connected(server: Listening): Promise<Socket> {
  const socket = await openSocket(server);
  sockets.push(socket);
  return socket;
}

async function asked(server: Listening, path: string): Promise<Socket> {
  const socket = await connected(server);
  socket.write(get(path));
  return socket;
}

/** A server ends when its last connection is gone, or after its grace. */
const untilGone = (server: Listening) => server[Symbol.asyncDispose]();

const hasty = { timeouts: { ...patient, headersMs: 50 } };

describe('the end of a server', () => {
  it('does not wait for clients that have sent nothing', async () => {
    const { server } = await start();
    const sockets = await Promise.all([connected(server), connected(server), connected(server)]);
    sockets[0]?.write('GET / HT');
    await untilGone(server);
  });
});

describe('a connection that sends no request is closed, and gone, of a client that', () => {
  it('never closes its side', async () => {
    const { server } = await start(hasty);
    const socket = await connected(server);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 /);
    await untilGone(server);
  });

  it('closes half of it', async () => {
    const { server } = await start(hasty);
    const socket = await connected(server);
    socket.end();
    await untilClosed(socket);
    await untilGone(server);
  });

  it('reads nothing', async () => {
    const { server } = await start(hasty);
    await connected(server);
    await untilGone(server);
  });

  it.each([
    ['of a header', 'G'],
    ['that is skipped before one', '\r\n'],
  ])('sends a byte %s now and then', async (_, bytes) => {
    const { server } = await start(hasty);
    const socket = await connected(server);
    const dripping = setInterval(() => socket.write(bytes), 20);
    await untilClosed(socket);
    await untilGone(server);
    clearInterval(dripping);
  });

  it('was answered before, and then sends what is no request', async () => {
    const { server } = await start(hasty);
    const socket = await asked(server, '/');
    await once(socket, 'data');
    socket.write('\r\n');
    await untilClosed(socket);
    await untilGone(server);
  });

  it('was refused, and keeps its side open', async () => {
    const { server } = await start();
    const socket = await connected(server);
    socket.write('nonsense\r\n\r\n');
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 400 /);
    await untilGone(server);
  });
});

describe('at the most connections', () => {
  it('the one that is silent longest makes room', async () => {
    const { server } = await start({ maxConnections: 2 });
    const first = await asked(server, '/');
    await once(first, 'data');
    const second = await connected(server);
    first.write(get('/'));
    await once(first, 'data');
    const third = await asked(server, '/');
    await untilClosed(second);
    expect(String(await once(third, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
    first.write(get('/'));
    expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('silent clients that never close keep nobody out', async () => {
    const { server } = await start({ maxConnections: 20 });
    for (let count = 0; count < 40; count += 1) await connected(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(server.url)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });

  it('of which each has a request under way, a new one is closed, and they are answered', async () => {
    const { server, release, held } = await start({ maxConnections: 2 });
    const busy = [await asked(server, '/held'), await asked(server, '/held')];
    while (held.count < busy.length) await pause(5);
    const late = await connected(server);
    await untilClosed(late);
    release();
    for (const socket of busy) expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a client that sends requests ahead', () => {
  it('has them answered one after the other', async () => {
    const { server, release, held } = await start();
    const socket = await connected(server);
    socket.write(get('/held').repeat(3));
    while (held.count < 1) await pause(5);
    await pause(20);
    expect(held.count).toBe(1);
    release();
    while (held.count < 3) await pause(5);
  });

  it('is cut off beyond a hundred', async () => {
    const { server } = await start();
    const socket = await connected(server);
    socket.write(get('/held').repeat(200));
    await untilClosed(socket);
    expect((await fetch(server.url)).status).toBe(200);
  });
});

describe('at the maximum', () => {
  it('a connection whose client takes nothing of its answer makes room', async () => {
    const { server } = await start({ maxConnections: 2 });
    for (let each = 0; each < 2; each++) await asked(server, '/large');
    // Once it waits for both.
    const status = () => fetch(server.url).then((response) => response.status, String);
    await expect.poll(status).toBe(200);
    for (let each = 0; each < 3; each++) expect(await status()).toBe(200);
  });
});
