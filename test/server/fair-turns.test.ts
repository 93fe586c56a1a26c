// One key that asks over many connections waits for itself: another one, on a connection of its own, is not the last to be accepted or answered.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { fillTables } from '../support/rows.js';
import { serverProcess } from '../support/server-process.js';

const many = 'key-of-many-connections-0123456789';
const other = 'key-of-another-0123456789abcdef';
const connections = 200;
const plain = JSON.stringify({ query: '{ models { id } }' });

let server: Awaited<ReturnType<typeof serverProcess>>;
beforeAll(async () => {
  const db = await testDatabase();
  await fillTables(db, []);
  server = await serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: `${many},${other}` });
  return async () => {
    await server[Symbol.asyncDispose]();
    await db[Symbol.asyncDispose]();
  };
});

/** The header by which somebody is known. */
type Known = Readonly<Record<string, string>>;

const withKey = (key: string): Known => ({ authorization: `Bearer ${key}` });

/** With the session that a browser signs in to. */
async function withSession(key: string): Promise<Known> {
  const { headers } = await fetch(`${server.url}/session`, { method: 'POST', headers: withKey(key) });
  return { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
}

function ask(agent: Agent, known: Known, body = plain): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { ...known, 'content-type': 'application/json' };
    const sent = request(`${server.url}/graphql`, { agent, method: 'POST', headers }, (response) => {
      response.resume().once('end', resolve);
      if (response.statusCode !== 200) reject(new Error(`The status was ${response.statusCode}.`));
    });
    sent.once('error', reject).end(body);
  });
}

/**
 * Whether `work` is done before half of what one key waits for, which is always as much as it has connections. A machine that is busy may be late
 * with one that was sent in time, and not with each of several.
 */
async function isDoneEarly(
  work: () => Promise<void>,
  connections: number,
  { known = withKey(many), body = plain } = {},
) {
  const agent = new Agent({ keepAlive: true });
  let [answered, isOver] = [0, false];
  const asking = Array.from({ length: connections }, async () => {
    for (; !isOver; answered += 1) await ask(agent, known, body);
  });
  let isEarly = false;
  try {
    // So that every connection is open.
    await until(() => answered >= connections);
    for (let time = 0; time < 4 && !isEarly; time++) {
      const before = answered;
      await work();
      isEarly = answered - before < connections / 2;
    }
  } finally {
    isOver = true;
    await Promise.all(asking);
    agent.destroy();
  }
  return isEarly;
}

it('answers keys alternately', async () => {
  const agent = new Agent({ keepAlive: true });
  expect(await isDoneEarly(() => ask(agent, withKey(other)), connections)).toBe(true);
  agent.destroy();
});

it('answers sessions alternately', async () => {
  const agent = new Agent({ keepAlive: true });
  const [known, another] = [await withSession(many), await withSession(other)];
  expect(await isDoneEarly(() => ask(agent, another), connections, { known })).toBe(true);
  agent.destroy();
});

it('does nothing for a connection that sent too much ahead and was cut off', async () => {
  const answered = () => server.said().match(/"msg":"request"/g)?.length ?? 0;
  const before = answered();
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  // It is reset while it sends.
  socket.on('error', () => {});
  socket.write(`GET /api/v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${many}\r\n\r\n`.repeat(3_000));
  await new Promise((resolve) => socket.once('close', resolve));
  await ask(new Agent(), withKey(other));
  expect(answered() - before).toBeLessThan(110);
});

it('accepts more than one connection between two long pieces of work', async () => {
  const entries = Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, at]);
  const large = JSON.stringify({ query: '{ models { id } }', variables: Object.fromEntries(entries) });
  const { port } = new URL(server.url);
  const others = async () => {
    const waiting = Array.from({ length: 40 }, () => connect({ host: '127.0.0.1', port: Number(port) }));
    await ask(new Agent(), withKey(other));
    for (const socket of waiting) socket.destroy();
    await Promise.all(waiting.map((socket) => once(socket, 'close')));
  };
  expect(await isDoneEarly(others, 16, { body: large })).toBe(true);
});
