// Receivers that fail: what they do holds up nobody, and what they have not accepted is sent again, the same, for a day.

import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/database/postgres.js';
import { hourMs } from '../../src/domain/limits.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { addHook, later, notifyOnce, runsOn } from '../support/notifying.js';
import { type Answer, isSigned, openReceiver, type Receiver } from '../support/receiver.js';
import { fillTables } from '../support/rows.js';

let db: TestDatabase;
let receiver: Receiver;
let inner: Receiver;

beforeEach(async () => {
  db = await testDatabase();
  [receiver, inner] = [await openReceiver(), await openReceiver()];
  await fillTables(db, [...runsOn(3, true), ...runsOn(10, false)]);
});
afterEach(async () => {
  for (const each of [receiver, inner, db]) await each[Symbol.asyncDispose]();
});

const late = /no answer within 1\.5 seconds/;
const failures: readonly (readonly [string, Answer, RegExp])[] = [
  ['answers 500', (response) => void response.writeHead(500).end('no'), /status 500/],
  ['redirects', (response) => void response.writeHead(307, { location: `${inner.url}/x` }).end(), /status 307/],
  ['closes', (response) => void response.destroy(), /ECONNRESET/],
  ['hangs', () => {}, late],
  ['is gone', (response) => void response.writeHead(410).end(), /status 410/],
  ['speaks another protocol', (response) => void switchProtocols(response), /the connection failed/],
  ['answers byte by byte', (response) => void drip(response), late],
  ['says what is not HTTP', (response) => void response.socket?.end('250 ok\r\n\r\n'), /HPE_INVALID/],
];

function switchProtocols({ socket }: ServerResponse): void {
  socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
}

/** A head without end. */
function drip({ socket }: ServerResponse): void {
  const head = setInterval(() => socket?.write('x'), 20);
  socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
  socket?.on('close', () => clearInterval(head));
}

describe('a receiver that', () => {
  it.each(failures)('%s is sent the same again, a minute later', async (_, answer, said) => {
    const { secret } = await addHook(db, `${receiver.url}/very-secret-path`);
    receiver.answer = answer;
    const timeoutMs = said === late ? 1_500 : 10_000;
    const first = await notifyOnce(db, { timeoutMs });
    expect(first.status).toBe(1);
    expect(first.said).toMatch(said);
    expect(first.said).not.toContain('very-secret');
    expect(first.said).not.toContain(secret);
    await notifyOnce(db, { now: later(59_000), timeoutMs });
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (response) => void response.writeHead(200).end();
    expect((await notifyOnce(db, { now: later(60_000) })).status).toBe(0);
    const [one, two] = receiver.received;
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['sightline-id']).toBe(one?.headers['sightline-id']);
    expect(two && isSigned(two, secret)).toBe(true);
    expect(inner.received).toEqual([]);
  });

  const lies: readonly (readonly [string, Answer])[] = [
    ['announces more than it sends', (response) => void response.writeHead(200, { 'content-length': 9 }).write('x')],
    [
      'answers without end',
      (response) => {
        response.writeHead(200);
        const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
        more();
      },
    ],
  ];
  it.each(lies)('accepts, then %s, is not waited for', async (_, answer) => {
    await addHook(db, receiver.url);
    receiver.answer = answer;
    expect((await notifyOnce(db, { timeoutMs: 60_000 })).status).toBe(0);
    await notifyOnce(db, { now: later(hourMs) });
    expect(receiver.received).toHaveLength(1);
  });

  it('never accepts is given up after a day of ever longer waits; what is still so is told anew', async () => {
    await addHook(db, receiver.url);
    receiver.answer = (response) => void response.writeHead(503).end();
    const sentAt: number[] = [];
    const minutes = [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 871, 1_231, 1_591];
    // Nothing is sent before it is time.
    for (const minute of [...minutes.flatMap((each) => (each > 1 ? [each - 1, each] : [each])), 1_592]) {
      const before = receiver.received.length;
      await notifyOnce(db, { now: later(minute * 60_000) });
      if (receiver.received.length > before) sentAt.push(minute);
    }
    expect(sentAt).toEqual([...minutes, 1_592]);
    const ids = new Set(receiver.received.map(({ headers }) => headers['sightline-id']));
    const { rows } = await db.pool.query('select state from notice order by made_at');
    expect([ids.size, rows]).toEqual([2, [{ state: 'given up' }, { state: 'waiting' }]]);
  });

  it('hangs does not hold up the others', async () => {
    receiver.answer = () => {};
    await addHook(db, receiver.url);
    await addHook(db, inner.url);
    const { status } = await notifyOnce(db, { timeoutMs: 1_500 });
    expect([status, inner.received.length]).toEqual([1, 1]);
  });

  it('hangs is waited for with no more connections than there are', async () => {
    for (let hooks = 0; hooks < 4; hooks++) await addHook(db, receiver.url);
    await using few = connect(db.url, { poolSize: 2, statementTimeoutMs: 0 });
    const waiting: number[] = [];
    receiver.answer = () => void waiting.push(few.pool.waitingCount);
    expect(await notifyOnce(few, { timeoutMs: 1_000 })).toMatchObject({ status: 1 });
    expect(waiting).toEqual([0, 0, 0, 0]);
  });
});
