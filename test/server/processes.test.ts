// Servers as processes: several share one limit, none loses a request when it ends, and none prints a secret.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { generateKey } from '../../src/auth/key.js';
import { storeKey } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { temporaryFolder } from '../support/folder.js';
import { untilBlocked, whileLocked } from '../support/holding.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';
import { sharedDatabase } from '../support/shared.js';

const adminKey = 'admin-key-of-the-processes';
const runPath = `/api/v1/prompts/${prompts.best}/runs/${uuid(1)}`;

const db = await sharedDatabase((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const ask = (server: ServerProcess, path: string, token = adminKey) =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });

it('two processes share one limit', async () => {
  const { token } = await storeKey(db, { organizationId: 'acme' });
  const env = { DATABASE_URL: db.url, RATE_LIMIT_PER_MINUTE: '20' };
  await using first = await serverProcess(env);
  await using second = await serverProcess(env);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => ask(index % 2 ? first : second, '/api/v1/models', token)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

/** Whether a thread may go after others: only on Linux, and not where all have the lowest priority. */
const canStandBack = process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_LOW;

it.skipIf(!canStandBack)('lets the door go before its readers and the thread that rolls', async () => {
  await using server = await serverProcess({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, READERS: '2' });
  expect((await ask(server, runPath)).status).toBe(200);
  const threads = `/proc/${server.child.pid}/task`;
  const nice = (thread: string) =>
    Number(readFileSync(`${threads}/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
  const door = nice(String(server.child.pid));
  const later = () => readdirSync(threads).filter((thread) => nice(thread) > door);
  // The thread that rolls starts beside the first answers.
  await expect.poll(later).toHaveLength(3);
});

describe('SIGTERM', () => {
  const env = () => ({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey });

  it('waits for a request that is under way, and lets no new one in', async () => {
    await using server = await serverProcess({ ...env(), SHUTDOWN_DELAY_MS: '100' });
    const { answer, ended } = await whileLocked(db, 'answer', async () => {
      const answer = ask(server, runPath);
      await untilBlocked(db);
      const ended = server.end();
      while (
        await fetch(`${server.url}/health/live`).then(
          () => true,
          () => false,
        )
      );
      return { answer, ended };
    });
    expect((await answer).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it('loses nothing where a balancer asks whether the server is ready', async () => {
    await using server = await serverProcess({ ...env(), SHUTDOWN_DELAY_MS: '600000' });
    const answers: number[] = [];
    let isReady = true;
    const probe = async () => {
      while (isReady) isReady = (await fetch(`${server.url}/health/ready`)).status === 200;
    };
    const work = async () => {
      while (isReady) answers.push((await ask(server, runPath)).status);
    };
    const all = Promise.all([probe(), work(), work(), work()]);
    while (answers.length < 20) await new Promise(setImmediate);
    server.child.kill('SIGTERM');
    await all;
    server.child.kill('SIGKILL');
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

describe('secrets', () => {
  const metricsToken = 'metrics-token-that-is-secret';
  const password = 'password-of-the-database';
  const withPassword = () => db.url.replace(/^(postgres(?:ql)?:\/\/[^@/:]*)(?::[^@/]*)?@/, `$1:${password}@`);

  /** Where one of `secrets` is to be seen: in what was said, or in the list of processes. */
  function seen(secrets: readonly string[], said: string): readonly string[] {
    const processes = (existsSync('/proc') ? readdirSync('/proc') : []).filter((name) => /^\d+$/.test(name));
    const lines = processes.map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return ''; // it has ended meanwhile
      }
    });
    return secrets.filter((secret) => said.includes(secret) || lines.some((line) => line.includes(secret)));
  }

  it('stand neither in the log nor in the list of processes, whatever is asked', async () => {
    const { token } = await storeKey(db, { organizationId: 'acme' });
    const [guess, text, variable] = [generateKey().token, 'text-of-an-answer', 'value-of-a-variable'];
    await db.pool.query(`update answer set text = $1`, [text]);
    expect(withPassword()).toContain(password);
    const env = {
      ADMIN_API_KEYS: adminKey,
      METRICS_TOKEN: metricsToken,
      DATABASE_URL: withPassword(),
      LOG_LEVEL: 'trace',
      ANSWER_CACHE_BYTES: '0', // a kept answer needs no table
    };
    await using server = await serverProcess(env);
    const statuses: number[] = [];
    for (const key of [adminKey, token, guess, metricsToken, `${token}x`, 'x']) {
      for (const path of [
        runPath,
        `/api/v1/${key}`,
        `/api/v1/models?key=${key}&x=${variable}`,
        '/metrics',
        `/${key}`,
      ]) {
        statuses.push((await ask(server, path, key)).status);
      }
    }
    const query = `query ($id: ID!) { brand(id: $id) { name } promptRun(promptId: "${prompts.best}", runId: "${uuid(1)}") { answer { text } } }`;
    const send = async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ query, variables: { id: variable } });
      const response = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
      statuses.push(response.status);
      return await response.text();
    };
    expect(await send()).toContain(text);
    await db.pool.query('alter table answer rename to mislaid');
    statuses.push((await ask(server, runPath, token)).status);
    const masked = await send();
    await db.pool.query('alter table mislaid rename to answer');
    expect(masked).not.toMatch(/mislaid|relation|select|\bat \S+:\d+/i);
    expect(new Set(statuses)).toEqual(new Set([200, 400, 401, 404, 500]));
    const found = seen([adminKey, metricsToken, password, token, guess, text, variable], server.said());
    expect(found).toEqual([]);
    expect(server.said()).toContain('unexpected error');
    await server.end();
    expect(seen([adminKey, metricsToken, password, token, guess, text, variable], server.said())).toEqual([]);
  });

  it('are not printed where the server cannot start', async () => {
    const url = `postgresql://nobody:${password}@127.0.0.1:1/none`;
    const env = { DATABASE_URL: url, ADMIN_API_KEYS: adminKey };
    const unreachable = await runCommand(['serve'], env);
    expect(unreachable.status).not.toBe(0);
    const unusable = await runCommand(['serve'], {
      ...env,
      ADMIN_API_KEYS: 'too-short',
      METRICS_TOKEN: 'short',
      PORT: 'x',
    });
    expect(unusable.stderr).toMatch(/PORT[\s\S]*METRICS_TOKEN|METRICS_TOKEN[\s\S]*PORT/);
    const said = unreachable.out + unreachable.stderr + unusable.out + unusable.stderr;
    expect(seen([password, adminKey, 'too-short'], said)).toEqual([]);
  });

  it('are not in the list of processes with the embedded PostgreSQL either', async () => {
    await using folder = await temporaryFolder();
    await using server = await serverProcess({ SIGHTLINE_DATA: folder.path, ADMIN_API_KEYS: adminKey });
    expect((await ask(server, '/api/v1/models')).status).toBe(200);
    expect(seen([adminKey], server.said())).toEqual([]);
  });
});
