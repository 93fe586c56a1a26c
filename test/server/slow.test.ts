// Slow clients: headers and bodies that drip, connections that idle, answers that are not taken, and too many at once. Each costs
// its connection, and the server goes on.

import { connect as connectSocket, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Listening } from '../../src/server/transport/http.js';
import type { Timeouts } from '../../src/server/transport/timeouts.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { seen } from '../support/seen.js';
import { shared, sharedApp } from '../support/shared.js';

const timeouts: Timeouts = {
  ...{ headersMs: 1_000, requestMs: 2_000, stallMs: 250, answerMs: 250, minBytesPerSecond: 1_000, idleMs: 500 },
  ...{ lingerMs: 250, checkMs: 20 },
};
const somewhere = { host: '127.0.0.1', port: 0 };

const { db, app } = await sharedApp();
const server = await shared(app.listen({ ...somewhere, timeouts }));

function open({ port }: Listening): Socket {
  const socket = connectSocket(port, '127.0.0.1');
  socket.on('error', () => {});
  return socket;
}

/** Sends `head`, then a byte at a time until the server closes, and yields what it said. */
async function drip(head: string, byte: string): Promise<string> {
  const socket = open(server);
  const answer = text(socket).catch(() => '');
  socket.write(head);
  while (!socket.closed && !socket.readableEnded) {
    socket.write(byte);
    await pause(10);
  }
  return answer;
}

const live = async () => (await fetch(`${server.url}/health/live`)).status;

// Side by side: most of it is waiting.
describe.concurrent('a client that is slow', () => {
  it('to send its headers gets an error and is disconnected', async () => {
    const answer = await drip('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ', 'x');
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').code).toBe('validation_error');
    expect(await live()).toBe(200);
  });

  it('to send its body gets an error and is disconnected', async () => {
    const key = `Authorization: Bearer ${app.adminKey}\r\nContent-Type: application/json`;
    const answer = await drip(`POST /graphql HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Length: 100000\r\n\r\n`, '{');
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(await live()).toBe(200);
  });

  it('to send its records is told which of them are recorded', async () => {
    await recordAll(db, base);
    const sent = Array.from({ length: 600 }, (_, index) => run({ id: id(1_000 + index), brandMentioned: true }));
    const linesOf = (records: typeof sent) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const type = { 'content-type': 'application/x-ndjson' };
    // So many bytes start the thread that prepares.
    const some = { method: 'POST', headers: type, body: linesOf(sent.slice(0, 400)) };
    expect((await app.send('/api/v1/records', some)).status).toBe(200);
    const body = linesOf(sent);
    const key = `Authorization: Bearer ${app.adminKey}\r\nContent-Type: application/x-ndjson`;
    await using patient = await app.listen({ ...somewhere, timeouts: { ...timeouts, requestMs: 3_000 } });
    const head = `POST /api/v1/records HTTP/1.1\r\nHost: x\r\n${key}\r\nContent-Length: ${body.length + 1}\r\n\r\n`;
    const sendAll = () => {
      const socket = open(patient);
      socket.write(head + body);
      return text(socket);
    };
    // On a busy machine less is recorded in time, or node answers before.
    const answer = await seen(sendAll, (each) => each.includes('Everything up to line 600 is recorded'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('Everything up to line 600 is recorded; go on behind it');
    expect(answer).not.toContain('408');
    const { rows } = await db.pool.query('select count(*)::int as runs from run');
    expect(rows).toEqual([{ runs: 600 }]);
  });

  it('to ask again loses its connection', async () => {
    const socket = open(server);
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('an address', () => {
  it('that is too long is refused, with what to do', async () => {
    const response = await fetch(`${server.url}/graphql?query=${'x'.repeat(12_000)}`);
    expect(response.status).toBe(414);
    expect(await response.json()).toEqual({
      error: 'URI Too Long',
      message: 'The address is longer than 12000 bytes: send a long GraphQL document by POST.',
      code: 'payload_too_large',
    });
  });
});
