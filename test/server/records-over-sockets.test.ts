// Recording over HTTP with a server that is killed, clients that break off, and readers who are answered meanwhile.

import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { adminKey, storeKey } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { seen } from '../support/seen.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';
import { shared, sharedDatabase } from '../support/shared.js';

const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/x-ndjson' };
const serve = (db: TestDatabase, env: Readonly<Record<string, string>> = {}) =>
  serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, ...env });
const lines = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `${JSON.stringify(run({ id: id(from + index), brandMentioned: true }))}\n`,
  ).join('');

/** The number of runs that were acknowledged; `null`: nothing was. */
async function post({ url }: Pick<ServerProcess, 'url'>, body: string): Promise<number | null> {
  const sent = fetch(`${url}/api/v1/records`, { method: 'POST', headers, body });
  return sent.then(
    async (response) => ((await response.json()) as { recorded?: { runs: number } }).recorded?.runs ?? null,
    () => null,
  );
}

const runsFrom = async (db: TestDatabase, from: number, count: number) =>
  (await db.pool.query('select from run where id between $1 and $2', [id(from), id(from + count - 1)])).rowCount;

it('loses nothing that it acknowledged when it is killed, and takes all of it again', async () => {
  await using db = await testDatabase();
  await recordAll(db, base);
  const acknowledged: number[] = [];
  for (let round = 0; round < 2; round++) {
    await using server = await serve(db);
    const recorders = Array.from({ length: 4 }, async (_, recorder) => {
      for (let piece = 0; piece < 20; piece++) {
        const from = 100_000 + round * 10_000 + recorder * 2_000 + piece * 100;
        if ((await post(server, lines(from, 100))) !== 100) return;
        acknowledged.push(from);
      }
    });
    while (acknowledged.length < (round + 1) * 5) await setTimeout(5);
    server.child.kill('SIGKILL');
    await Promise.all(recorders);
  }
  for (const from of acknowledged) expect(await runsFrom(db, from, 100)).toBe(100);
  await using server = await serve(db);
  for (const from of acknowledged) expect(await post(server, lines(from, 100))).toBe(100);
  const { rows } = await db.pool.query('select count(*)::int as runs, count(distinct id)::int as ids from run');
  expect(rows[0].runs).toBe(rows[0].ids);
});

/** The same run again and again, and deleted each time: none of these can be recorded before the one before is deleted. */
const pairs = (from: number, count: number) => {
  const recorded = run({ id: id(from), brandMentioned: true });
  const deleted = { type: 'run', id: recorded.id, promptId: recorded.promptId, deleted: true };
  return `${JSON.stringify(recorded)}\n${JSON.stringify(deleted)}\n`.repeat(count);
};

const crowded = JSON.stringify(run({ id: id(900_000) })).slice(0, -1);
const emptyCitations = `${crowded},"citations":[${'{},'.repeat(800_000)}{}]}\n`;

describe('a server', async () => {
  const db = await sharedDatabase((db) => recordAll(db, base));
  // A machine that is busy takes its time.
  const server = await shared(serve(db, { REQUEST_TIMEOUT_MS: '300000' }));

  it('takes turns with others also within a batch that records and deletes', async () => {
    const other = await storeKey(db, { organizationId: 'acme', record: true });
    const authorization = `Bearer ${other.token}`;
    const deletions = async () => (await db.pool.query('select sum(deletions) as sum from deletion')).rows[0].sum;
    let from = 450_000;
    const attempt = async () => {
      const answered: string[] = [];
      const before = await deletions();
      const long = post(server, pairs(from, 100)).then((runs) => answered.push(`long ${runs}`));
      while ((await deletions()) === before) await setTimeout(5);
      const { status } = await fetch(`${server.url}/api/v1/records`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: lines(from + 1_000, 1),
      });
      answered.push(`short ${status}`);
      await long;
      from += 1;
      return answered;
    };
    // On a busy machine the long one may end before the short one is sent.
    expect(await seen(attempt, ([first]) => first?.startsWith('short') === true)).toEqual(['short 200', 'long 100']);
  });

  it('goes on serving after a body that stops halfway, of which no line is there by half', async () => {
    const text = lines(200_000, 1_200);
    const broken = request(`${server.url}/api/v1/records`, {
      method: 'POST',
      headers: { ...headers, 'content-length': text.length },
    });
    broken.on('error', () => {});
    broken.write(text.slice(0, -1_000));
    while ((await runsFrom(db, 200_000, 500)) !== 500) await setTimeout(20);
    broken.destroy();
    expect(await post(server, text)).toBe(1_200);
    expect(await runsFrom(db, 200_000, 1_200)).toBe(1_200);
  });

  it('records what is there while other bodies, of the same key and more than are recorded at once, stand still', async () => {
    let answered = 0;
    const stalled = Array.from({ length: 4 }, (_, at) => {
      const body = request(`${server.url}/api/v1/records`, {
        method: 'POST',
        headers: { ...headers, 'content-length': 900_000 },
      });
      body.on('error', () => {});
      body.on('response', () => {
        answered += 1;
      });
      body.write(lines(400_000 + at * 1_000, 600));
      return body;
    });
    for (const at of stalled.keys())
      while ((await runsFrom(db, 400_000 + at * 1_000, 500)) !== 500) await setTimeout(20);
    expect([await post(server, lines(410_000, 10)), answered]).toEqual([10, 0]);
    for (const body of stalled) body.destroy();
  });

  it.each([
    ['blank lines', '\n'.repeat(5_000_000), 0],
    ['lines of blanks', ' \r\n'.repeat(4_000_000), 0],
    ['empty citations', emptyCitations, 1],
    ['lists in lists', `{"type":"run","id":${'['.repeat(3_900_000)}\n`, 1],
  ])('answers readers while it takes in a little that becomes many %s', async (_, text, rejected) => {
    const own = { ...headers, 'content-encoding': 'gzip' };
    const body = gzipSync(text);
    /** Yields how many answers there were. */
    const attempt = async () => {
      let isRecording = true;
      const recording = fetch(`${server.url}/api/v1/records`, { method: 'POST', headers: own, body })
        .then(async (response) => ({
          status: response.status,
          body: (await response.json()) as { rejectedCount: number },
        }))
        .finally(() => {
          isRecording = false;
        });
      let answers = 0;
      while (isRecording) {
        expect((await fetch(`${server.url}/api/v1/models`, { headers })).status).toBe(200);
        if (isRecording) answers += 1;
      }
      expect(await recording).toMatchObject({ status: 200, body: { rejectedCount: rejected } });
      return answers;
    };
    // One turn of everything else would be one answer, each time; on a busy machine there may be few.
    await seen(attempt, (answers) => answers > 10);
  });
});

it('says up to where it recorded in the time of a request, also within a batch', async () => {
  await using db = await testDatabase();
  await recordAll(db, base);
  await using server = await serve(db, { REQUEST_TIMEOUT_MS: '3000' });
  // So many bytes start the thread that prepares.
  await seen(
    () => post(server, lines(580_000, 400)),
    (runs) => runs === 400,
  );
  const text = pairs(600_000, 6_000);
  const send = (body: string) => fetch(`${server.url}/api/v1/records`, { method: 'POST', headers, body });
  const sendAll = async () => {
    const sent = await send(text);
    const { message = '' } = (await sent.json()) as { message?: string };
    return { status: sent.status, retryAfter: sent.headers.get('retry-after'), message };
  };
  // On a busy machine nothing may be recorded in time.
  const answer = await seen(sendAll, ({ message }) => /Everything up to line [1-9]/.test(message));
  expect(answer).toMatchObject({ status: 503, retryAfter: '2' });
  const [, line] = /Everything up to line (\d+) is recorded/.exec(answer.message) ?? [];
  const rest = text.split('\n').slice(Number(line), Number(line) + 10);
  // A machine that is busy still ends the batch that was given up.
  const { status } = await seen(
    () => send(rest.join('\n')),
    (again) => again.status !== 503,
  );
  expect(status).toBe(200);
});
