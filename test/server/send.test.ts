// Answers on their way: a client that takes none of one is cut off and its memory released; one that reads steadily is served whole.

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { toResponse } from '../../src/server/context/http-response.js';
import type { Router } from '../../src/server/router.js';
import { type Listening, listen } from '../../src/server/transport/http.js';
import { defaultTimeouts, type Timeouts } from '../../src/server/transport/timeouts.js';
import { get, openSocket, untilClosed } from '../support/raw-client.js';

const never = 3_600_000;
const open: Listening[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of open.splice(0)) await server[Symbol.asyncDispose]();
});

/** A server that answers `body`; `closed` counts the requests whose memory is released. */
async function start(body: string | Uint8Array<ArrayBuffer>, timeouts: Partial<Timeouts>) {
  const counts = { closed: 0 };
  const router: Router = {
    leave: () => {},
    drain: () => {},
    fetch: async (_, { onClose, sendLarge } = {}) => {
      onClose?.(() => {
        counts.closed += 1;
      });
      return toResponse({ status: 200, headers: {}, body }, sendLarge);
    },
  };
  const server = await listen(router, {
    ...{ host: '127.0.0.1', port: 0, graceMs: never },
    timeouts: { ...defaultTimeouts, stallMs: never, answerMs: never, checkMs: 10, ...timeouts },
  });
  open.push(server);
  return { server, counts };
}

async function asked(server: Listening): Promise<Socket> {
  const socket = await openSocket(server);
  sockets.push(socket);
  socket.write(get('/', 'Connection: close\r\n'));
  return socket;
}

/** Reads with a pause of a millisecond after each part: 50 MB take far longer than 50 ms. */
function readSlowly(socket: Socket, take: (chunk: Buffer) => void): void {
  socket.on('data', async (chunk: Buffer) => {
    take(chunk);
    socket.pause();
    await pause(1);
    socket.resume();
  });
}

/** Far more than the system keeps for a connection. */
const largeBytes = 50_000_000;
const bodyOf = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);

describe('a client of a large answer', () => {
  it('that reads nothing is cut off, as are fifty, and what waits for them is released', async () => {
    const { server, counts } = await start('x'.repeat(largeBytes), { stallMs: 50 });
    await Promise.all(Array.from({ length: 50 }, () => asked(server)));
    while (counts.closed < 50) await pause(10);
    await server[Symbol.asyncDispose]();
  });

  it('that takes less than the minimum a second is cut off, though it never pauses for long', async () => {
    const { server, counts } = await start('x'.repeat(largeBytes), { answerMs: 50, minBytesPerSecond: 1e12 });
    const socket = await asked(server);
    readSlowly(socket, () => {});
    expect((await untilClosed(socket)).length).toBeLessThan(largeBytes);
    while (counts.closed < 1) await pause(10);
  });

  it.each([
    ['text', 'é😀x'.repeat(1_500_000)],
    ['bytes', new Uint8Array(10_000_000).fill(120)],
  ])('that reads slowly but steadily is served whole: %s', async (_, body) => {
    const { server, counts } = await start(body, { stallMs: 30_000, answerMs: 0, minBytesPerSecond: 1_000 });
    const socket = await asked(server);
    const chunks: Buffer[] = [];
    readSlowly(socket, (chunk) => chunks.push(chunk));
    await once(socket, 'end');
    const received = Buffer.concat(chunks);
    const at = received.indexOf('\r\n\r\n') + 4;
    expect(received.subarray(at).equals(Buffer.from(body))).toBe(true);
    expect(counts.closed).toBe(1);
  });

  it('that has closed its side is served whole', async () => {
    const { server } = await start('x'.repeat(largeBytes), {});
    const socket = await asked(server);
    await once(socket, 'readable');
    socket.end();
    expect(bodyOf(await untilClosed(socket))).toHaveLength(largeBytes);
  });

  it('that waits behind another answer of its connection is not taken for one that reads nothing', async () => {
    const { server } = await start('x'.repeat(5_000_000), { answerMs: 200, minBytesPerSecond: 10_000 });
    const socket = await openSocket(server);
    sockets.push(socket);
    socket.write(get('/') + get('/', 'Connection: close\r\n'));
    expect((await untilClosed(socket)).length).toBeGreaterThan(10_000_000);
  });
});
