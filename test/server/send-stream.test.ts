// Bodies that are made while they are sent: no more of them than the client takes, and never an end that looks whole where it is not.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type BodyStream, toResponse } from '../../src/server/context/http-response.js';
import type { Router } from '../../src/server/router.js';
import { type Listening, listen } from '../../src/server/transport/http.js';
import { defaultTimeouts, type Timeouts } from '../../src/server/transport/timeouts.js';
import { collectGarbage } from '../support/garbage.js';
import { get, openSocket, untilClosed } from '../support/raw-client.js';

const never = 3_600_000;
const open: Listening[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

const chunk = 'x'.repeat(65_536);

interface Made {
  chunks: number;
  isOver: boolean;
}

/** `count` chunks, then the end, or an error. */
async function* making(made: Made, count: number, error?: Error): BodyStream {
  try {
    for (; made.chunks < count; made.chunks++) {
      // Each is made in a turn of its own, as one is that is read from a database.
      await pause(0);
      yield chunk;
    }
    if (error) throw error;
  } finally {
    made.isOver = true;
  }
}

async function start(stream: BodyStream, timeouts: Partial<Timeouts> = {}): Promise<Listening> {
  const router: Router = {
    leave: () => {},
    drain: () => {},
    fetch: async (_, { sendLarge } = {}) => toResponse({ status: 200, headers: {}, body: null, stream }, sendLarge),
  };
  const server = await listen(router, {
    ...{ host: '127.0.0.1', port: 0, graceMs: 0 },
    timeouts: { ...defaultTimeouts, stallMs: never, answerMs: never, checkMs: 10, ...timeouts },
  });
  open.push(server);
  return server;
}

async function asked(server: Listening): Promise<Socket> {
  const socket = await openSocket(server);
  sockets.push(socket);
  socket.write(get('/', 'Connection: close\r\n'));
  return socket;
}

describe('a stream', () => {
  it('arrives whole, and ends as it should', async () => {
    const made = { chunks: 0, isOver: false };
    const response = await fetch((await start(making(made, 50))).url);
    expect(response.headers.get('content-length')).toBeNull();
    expect((await response.text()).length).toBe(50 * chunk.length);
    expect(made).toEqual({ chunks: 50, isOver: true });
  });

  it('is not made further than its client takes it', async () => {
    const made = { chunks: 0, isOver: false };
    const socket = await asked(await start(making(made, 10_000)));
    socket.pause();
    // A busy machine may make none for a while.
    for (let [before, still] = [-1, 0]; still < 5; await pause(100)) {
      still = made.chunks > 0 && made.chunks === before ? still + 1 : 0;
      before = made.chunks;
    }
    // What the system keeps for a connection is far less than all of it.
    expect(made.chunks).toBeLessThan(2_000);
    expect(made.isOver).toBe(false);
    socket.destroy();
    while (!made.isOver) await pause(5);
  });

  it('ends when its client leaves', async () => {
    const made = { chunks: 0, isOver: false };
    const socket = await asked(await start(making(made, Number.POSITIVE_INFINITY)));
    await once(socket, 'data');
    socket.destroy();
    while (!made.isOver) await pause(5);
  });

  it('ends when its client takes nothing for too long', async () => {
    const made = { chunks: 0, isOver: false };
    const socket = await asked(await start(making(made, 10_000), { stallMs: 200 }));
    socket.pause();
    // A timer that nothing refers to is collected before its time.
    for (; !made.isOver; await pause(20)) await collectGarbage();
    expect(made.chunks).toBeLessThan(2_000);
  });

  it('that fails is cut off, so that half of it does not look like all', async () => {
    const made = { chunks: 0, isOver: false };
    const server = await start(making(made, 3, new Error('the database is gone')));
    const response = await fetch(server.url);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    const again = await untilClosed(
      await asked(await start(making({ chunks: 0, isOver: false }, 3, new Error('gone')))),
    );
    expect(again.endsWith('0\r\n\r\n')).toBe(false);
  });

  it('is a readable stream where there is no connection', async () => {
    const made = { chunks: 0, isOver: false };
    const whole = toResponse({ status: 200, headers: {}, body: null, stream: making(made, 3) });
    expect(await whole.text()).toBe(chunk.repeat(3));
    const left = { chunks: 0, isOver: false };
    const response = toResponse({ status: 200, headers: {}, body: null, stream: making(left, 3) });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(left.isOver).toBe(true);
  });
});
