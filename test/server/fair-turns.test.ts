// One key that asks over hundreds of connections waits for itself: another one, on a connection of its own, is not the last to be accepted or answered.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { fillTables } from '../support/rows.js';
import { serverProcess } from '../support/server-process.js';

const many = 'key-of-many-connections-0123456789';
const other = 'key-of-another-0123456789abcdef';
const connections = 300;

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

function ask(agent: Agent, key: string, variables = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = request(`${server.url}/graphql`, { agent, method: 'POST', headers }, (response) => {
      response.resume().once('end', resolve);
      if (response.statusCode !== 200) reject(new Error(`The status was ${response.statusCode}.`));
    });
    sent.once('error', reject).end(JSON.stringify({ query: '{ models { id } }', variables }));
  });
}

it('answers keys alternately', async () => {
  const [ofMany, ofOther] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  const askMany = (answered: () => void) =>
    Promise.all(Array.from({ length: connections }, () => ask(ofMany, many).then(answered)));
  // So that every connection is open.
  await Promise.all([askMany(() => {}), ask(ofOther, other)]);
  let answered = 0;
  const under = askMany(() => {
    answered += 1;
  });
  await ask(ofOther, other);
  expect(answered).toBeLessThan(connections / 2);
  await under;
  for (const agent of [ofMany, ofOther]) agent.destroy();
});

it('does nothing for a connection that sent too much ahead and was cut off', async () => {
  const answered = () => server.said().match(/"msg":"request"/g)?.length ?? 0;
  const before = answered();
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
  // It is reset while it sends.
  socket.on('error', () => {});
  socket.write(`GET /api/v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${many}\r\n\r\n`.repeat(3_000));
  await new Promise((resolve) => socket.once('close', resolve));
  await ask(new Agent(), other);
  expect(answered() - before).toBeLessThan(110);
});

it('accepts more than one connection between two long pieces of work', async () => {
  const [ofMany, ofOther] = [new Agent({ keepAlive: true }), new Agent()];
  const large = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`key ${at}`, at]));
  let answered = 0;
  const bodies = Array.from({ length: 24 }, () =>
    ask(ofMany, many, large).then(() => {
      answered += 1;
    }),
  );
  await Promise.race(bodies);
  const { port } = new URL(server.url);
  const waiting = Array.from({ length: 40 }, () => connect({ host: '127.0.0.1', port: Number(port) }));
  const before = answered;
  await ask(ofOther, other);
  expect(answered - before).toBeLessThan(bodies.length / 2);
  await Promise.all(bodies);
  for (const socket of waiting) socket.destroy();
  await Promise.all(waiting.map((socket) => once(socket, 'close')));
  ofMany.destroy();
});
