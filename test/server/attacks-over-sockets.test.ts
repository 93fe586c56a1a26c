// Clients over real sockets that ask for much and read nothing, or say nothing at all, sent to a server that is a process of its own: its
// memory stays within a bound, and others are served.

import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { adminKey } from '../support/app.js';
import { extreme, fillExtreme, fillLongAnswers, longAnswers } from '../support/extreme.js';
import { filledDatabase } from '../support/filled-database.js';
import { get, openSocket } from '../support/raw-client.js';
import { serverProcess } from '../support/server-process.js';
import { shared } from '../support/shared.js';

const clients = 50;
/** Node and the program take about 200 MB; of answers that wait, at most `MAX_PENDING_BYTES` (256 MB), there are copies until they are collected. */
const maxResidentBytes = 1_500_000_000;
const metricsToken = 'token-of-the-metrics';

const db = await shared(filledDatabase('extreme', fillExtreme));
await fillLongAnswers(db);
const env = {
  DATABASE_URL: db.url,
  ADMIN_API_KEYS: adminKey,
  METRICS_TOKEN: metricsToken,
  LOG_LEVEL: 'warn',
  REQUEST_TIMEOUT_MS: '300000',
};
const server = await shared(serverProcess({ ...env, MAX_CONNECTIONS: '100' }));
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const authorization = `Authorization: Bearer ${adminKey}\r\n`;
const portOf = (url: string) => ({ port: Number(new URL(url).port) });

function post(query: string): string {
  const body = JSON.stringify({ query });
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n`;
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Sends `request` from `count` clients, none of which reads its answer. */
async function sendUnread(request: string, count = clients): Promise<void> {
  for (let at = 0; at < count; at++) {
    const socket = await openSocket(portOf(server.url));
    sockets.push(socket.pause());
    socket.write(request);
  }
}

const ask = (path: string) => fetch(server.url + path, { headers: { authorization: `Bearer ${adminKey}` } });

async function metric(name: string): Promise<number> {
  const reply = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await reply.text()) ?? [];
  return Number(value);
}

/** Asks as a client that tries again after Retry-After. */
async function served(path: string): Promise<Response> {
  for (;;) {
    const reply = await ask(path);
    if (reply.status !== 503) return reply;
    expect(reply.headers.get('retry-after')).toBe('2');
    await reply.arrayBuffer();
    await setTimeout(100);
  }
}

const march = 'start=2026-03-01T00:00:00Z&end=2026-04-01T00:00:00Z';
const april = 'start: "2026-04-01T00:00:00Z", end: "2026-05-01T00:00:00Z"';
const page = `{ promptRuns(promptId: "${longAnswers.promptId}", ${april}, limit: 100) { data { answer { text } } } }`;
const longRun = `/api/v1/prompts/${longAnswers.promptId}/runs/${longAnswers.longestRunId}`;

describe(`${clients} clients that read nothing`, () => {
  it.each([
    ['100 texts of a megabyte over GraphQL', post(page)],
    ['a run of 30 MB over REST', get(longRun, authorization)],
  ])('and ask for %s leave memory within its bound, and others served', async (_, request) => {
    await sendUnread(request);
    let most = 0;
    for (let round = 0; round < 8; round++) {
      most = Math.max(most, await metric('process_resident_memory_bytes'));
      expect((await ask('/api/v1/brands/plain')).status).toBe(200);
    }
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(maxResidentBytes);
    for (const socket of sockets.splice(0)) socket.destroy();
    expect((await served('/api/v1/brands/plain')).status).toBe(200);
  });

  it('fill the memory for answers: 503 with Retry-After, until they are gone', async () => {
    await sendUnread(get(longRun, authorization));
    let refused: Response;
    do {
      // A client that reads may have had the last room, which is free again once it has read.
      await sendUnread(get(longRun, authorization), 1);
      refused = await ask(longRun);
      await refused.arrayBuffer();
    } while (refused.status === 200);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    for (const socket of sockets.splice(0)) socket.destroy();
    const reply = await served(longRun);
    expect([reply.status, (await reply.json()).answer.text.length]).toEqual([200, longAnswers.longestLength]);
  });
});

describe('an answer of 30 MB', () => {
  it('is read whole while others are served', async () => {
    const [long, ...others] = await Promise.all([
      served(longRun).then((reply) => reply.json()),
      ...Array.from({ length: 10 }, () => ask('/api/v1/brands/plain').then(({ status }) => status)),
    ]);
    expect(long.answer.text).toHaveLength(longAnswers.longestLength);
    expect(others).toEqual(Array.from({ length: 10 }, () => 200));
  });
});

describe('silent sockets', () => {
  it('at MAX_CONNECTIONS make room at once for a client that speaks', async () => {
    const env = { DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'warn', MAX_CONNECTIONS: '20' };
    await using small = await serverProcess(env);
    const silent = await Promise.all(Array.from({ length: 20 }, () => openSocket(portOf(small.url))));
    sockets.push(...silent);
    const { status } = await fetch(`${small.url}/health/ready`);
    expect(status).toBe(200);
    for (const socket of sockets.splice(0)) socket.destroy();
  });
});

describe('3,000 models', () => {
  it('listed by 150 aliases are refused, and are not listed by a message', async () => {
    const query = `{ ${Array.from({ length: 150 }, (_, at) => `a${at}: models { id label }`).join(' ')} }`;
    const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
    const reply = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect((await reply.json()).errors[0].extensions.code).toBe('query_too_complex');
    const unknown = await ask(`/api/v1/brands/${extreme.brandId}/analytics?${march}&model=m-0`);
    const text = await unknown.text();
    expect(unknown.status).toBe(400);
    expect(text).toContain('(the first 50 of 3,000)');
    expect(text.length).toBeLessThan(2_000);
  });
});
