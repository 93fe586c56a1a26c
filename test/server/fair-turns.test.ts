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

/** What is written in many ways is the same key, or session. */
const withKey = (key: string, way = 0): Known => ({ authorization: `Bearer${' '.repeat(1 + way)}${key}` });
const inWay = ({ cookie, ...session }: Known, way: number): Known => ({ ...session, cookie: `${cookie}; way=${way}` });

/** With the session that a browser signs in to. */
async function withSession(key: string): Promise<Known> {
  const { headers } = await fetch(`${server.url}/session`, { method: 'POST', headers: withKey(key) });
  return { cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
}

/** Asks: resolves when that is sent. */
async function send(agent: Agent, known: Known, variables = {}): Promise<{ answered: Promise<void> }> {
  const headers = { ...known, 'content-type': 'application/json' };
  const sent = request(`${server.url}/graphql`, { agent, method: 'POST', headers });
  const answered = once(sent, 'response').then(async ([response]) => {
    if (response.statusCode !== 200) throw new Error(`The status was ${response.statusCode}.`);
    await once(response.resume(), 'end');
  });
  const finished = once(sent, 'finish');
  sent.end(JSON.stringify({ query: '{ models { id } }', variables }));
  await finished;
  return { answered };
}

/** The keys whose questions were answered, in this order. */
const answeredKeys = () => [...server.said().matchAll(/"path":"\/graphql".*"keyId":"([\w-]+)"/g)].map(([, key]) => key);

/**
 * How many requests by `known` are answered before the last one, which is `by` another. All arrive while the server stands still, so that it does not
 * depend on how busy the machine is.
 */
async function answeredBefore(
  by: Known,
  { known = (way: number) => withKey(many, way), connections = 600, variables = {}, crowd = 0 } = {},
) {
  const [agent, another] = [1, 2].map(() => new Agent({ keepAlive: true, maxFreeSockets: connections })) as [
    Agent,
    Agent,
  ];
  const sendAll = () =>
    Promise.all(Array.from({ length: connections }, (_, way) => send(agent, known(way), variables)));
  const all = (sent: readonly { answered: Promise<void> }[]) => Promise.all(sent.map(({ answered }) => answered));
  const start = answeredKeys().length;
  // So that every connection is open, and both answers are kept.
  await all([...(await sendAll()), await send(another, by)]);
  // The other one is accepted anew where a crowd comes before it.
  if (crowd > 0) another.destroy();
  await until(() => answeredKeys().length === start + connections + 1);
  const before = answeredKeys().length;
  server.child.kill('SIGSTOP');
  const sent = await sendAll();
  const { port } = new URL(server.url);
  const waiting = Array.from({ length: crowd }, () => connect({ host: '127.0.0.1', port: Number(port) }));
  await Promise.all(waiting.map((socket) => once(socket, 'connect')));
  const last = await send(another, by);
  server.child.kill('SIGCONT');
  await all([...sent, last]);
  for (const socket of waiting) socket.destroy();
  for (const each of [agent, another]) each.destroy();
  await until(() => answeredKeys().length === before + connections + 1);
  const keys = answeredKeys().slice(before);
  const place = keys.findIndex((key) => key !== keys[0]);
  expect(place).toBeGreaterThan(0);
  return place;
}

it('answers keys alternately', async () => {
  expect(await answeredBefore(withKey(other))).toBeLessThan(300);
});

it('answers sessions alternately', async () => {
  const session = await withSession(many);
  expect(await answeredBefore(await withSession(other), { known: (way) => inWay(session, way) })).toBeLessThan(300);
});

it('does nothing for a connection that sent too much ahead and was cut off', async () => {
  const answered = () => server.said().match(/"msg":"request"/g)?.length ?? 0;
  const [before, asked] = [answered(), answeredKeys().length];
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  // It is reset while it sends.
  socket.on('error', () => {});
  socket.write(`GET /api/v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${many}\r\n\r\n`.repeat(3_000));
  await new Promise((resolve) => socket.once('close', resolve));
  await (await send(new Agent(), withKey(other))).answered;
  await until(() => answeredKeys().length > asked);
  expect(answered() - before).toBeLessThan(110);
});

it('accepts more than one connection between two long pieces of work', async () => {
  const variables = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key ${at}`, at]));
  expect(await answeredBefore(withKey(other), { connections: 16, variables, crowd: 40 })).toBeLessThan(8);
});
