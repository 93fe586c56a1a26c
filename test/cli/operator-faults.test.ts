// What an operator may get wrong, met by the command as it is installed: each ends with one sentence that names what to change, or is survived.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killPrograms, listenTo, programPath, tracked } from '../support/program.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();
// An unprivileged user may enter, and write nothing.
chmodSync(folder, 0o755);
const isRoot = process.getuid?.() === 0;
const db = await sharedDatabase();

afterAll(killPrograms);

interface Start {
  readonly env: Readonly<Record<string, string>>;
  /** Open files at most. */
  readonly files?: number;
  /** Where what it prints goes. */
  readonly output?: string;
  /** Whether as somebody else than root, whom nothing is forbidden. */
  readonly isUnprivileged?: boolean;
  readonly cwd?: string;
}

/** Starts `sightline` with nothing but `env` for an environment. */
function start(
  argv: readonly string[],
  { env, files = 4096, output, isUnprivileged = false, cwd = folder }: Start,
): ChildProcess {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      `ulimit -n ${files} && exec "$0" "$@" ${output ? `> ${output}` : ''}`,
      process.execPath,
      programPath,
      ...argv,
    ],
    {
      cwd,
      env: { PATH: process.env.PATH, PORT: '0', ...env },
      ...(isUnprivileged && isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    },
  );
  return tracked(child);
}

async function ended(argv: readonly string[], options: Start) {
  const child = start(argv, options);
  const [said, [status]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')]);
  return { status, said };
}

describe('a statement timeout that no statement could keep', () => {
  it('is refused with the smallest that is allowed', async () => {
    const { status, said } = await ended(['serve'], { env: { DATABASE_URL: db.url, STATEMENT_TIMEOUT_MS: '1' } });
    expect(said).toBe(
      'The configuration is invalid:\n  STATEMENT_TIMEOUT_MS must be a whole number from 1000 to 3600000.\n',
    );
    expect(status).toBe(2);
  });
});

describe('an address where no PostgreSQL is', () => {
  it.each([
    ['postgresql://user:secret@127.0.0.1:1/name', 'ECONNREFUSED 127.0.0.1:1'],
    ['postgresql://user:secret@nobody.invalid/name', 'nobody.invalid'],
  ])('is named without its password, and DATABASE_URL with it: %s', async (url, shown) => {
    const { status, said } = await ended(['keys', 'list'], { env: { DATABASE_URL: url } });
    expect(status).toBe(2);
    expect(said).toContain(shown);
    expect(said).toContain('Check DATABASE_URL');
    expect(said).not.toContain('secret');
  });
});

it('settings in a file that cannot be read end the command', async () => {
  const cwd = join(folder, 'settings');
  mkdirSync(join(cwd, '.env'), { recursive: true });
  const { status, said } = await ended(['keys', 'list'], { env: { DATABASE_URL: db.url }, cwd });
  expect(said).toMatch(/^The settings in \.env cannot be read: [^\n]+\n$/);
  expect(status).toBe(2);
});

describe('a data folder that cannot be written', () => {
  const locked = join(folder, 'locked');
  const file = join(folder, 'file');

  beforeAll(() => {
    mkdirSync(locked);
    chmodSync(locked, 0o555);
    writeFileSync(file, '');
  });

  it.each([
    ['is another user’s', locked],
    ['lies in a folder of another user', join(locked, 'data')],
    ['is a file', file],
    ['lies in a file', join(file, 'data')],
    ['lies where nothing can be created', '/proc/sightline/data'],
  ])('is named, with its setting, where it %s', async (_, path) => {
    const { status, said } = await ended(['keys', 'list'], { env: { SIGHTLINE_DATA: path }, isUnprivileged: true });
    expect(said).toMatch(/^The data folder [^\n]+ cannot be used: [^\n]+ SIGHTLINE_DATA [^\n]+\n$/);
    expect(said).toContain(`${path} cannot`);
    expect(status).toBe(2);
  });
});

describe('too few file descriptors', () => {
  it.each([
    [64, ['keys', 'list']],
    [64, ['serve']],
    [28, ['serve']],
  ])('%d end the command with a sentence that says what to raise', async (files, argv) => {
    const { status, said } = await ended(argv, { env: { SIGHTLINE_DATA: join(folder, `data-${files}`) }, files });
    expect(said).toMatch(/^Too few file descriptors: [^\n]*ulimit -n[^\n]*\n$/);
    expect(status).toBe(2);
  });

  it('while serving refuse connections, say so once, and end nothing', async () => {
    // At its start it opens about 50 at once, the chunks of the program; then it has about 20, and the 150 connections have no room.
    const child = start(['serve'], { env: { DATABASE_URL: db.url, LOG_LEVEL: 'warn', READERS: '0' }, files: 96 });
    const { url: listening, said } = listenTo(child);
    const url = await listening;
    for (let round = 0; round < 3; round++) {
      const sockets = await Promise.all(Array.from({ length: 150 }, () => opened(Number(new URL(url).port))));
      for (const socket of sockets) socket.destroy();
    }
    while (!(await isServed(url))) await setTimeout(50);
    expect(child.exitCode).toBeNull();
    expect(said().match(/file descriptor/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(said()).not.toMatch(/\n {4}at /);
  });
});

/** A socket that was opened, and perhaps closed again by the server. */
function opened(port: number): Promise<Socket> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(socket));
    socket.on('error', () => done(socket));
  });
}

const isServed = (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

describe('a full disk under standard output', () => {
  it('loses lines of the log, and no request', async () => {
    const child = start(['serve'], { env: { DATABASE_URL: db.url, READERS: '0' }, output: '/dev/full' });
    const url = await listenTo(child).url;
    for (let count = 0; count < 20; count++) expect(await isServed(url)).toBe(true);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  it.each([
    [['export']],
    [['export', '--gzip']],
    [['keys', 'create', '--org', 'o', '--name', 'lost']],
    [['keys', 'list']],
  ])('ends %j with one sentence', async (argv) => {
    await db.pool.query(`insert into organization values ('o', 'O') on conflict do nothing`);
    const { status, said } = await ended(argv, { env: { DATABASE_URL: db.url }, output: '/dev/full' });
    expect(said).toMatch(/(^|\n)Standard output cannot be written: the disk is full\. What .* run it again\.\n$/);
    expect(status).toBe(2);
  });
});
