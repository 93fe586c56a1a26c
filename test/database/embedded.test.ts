// The embedded database with real processes that really are killed. Side by side, each in a folder of its own: most of it is waiting.

import { execFileSync, spawn } from 'node:child_process';
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import { openDatabase } from '../../src/database/open.js';
import {
  kill,
  madeFolder,
  makeFolder,
  privateFolder,
  query,
  running,
  type User,
  until,
  untilGone,
  useEmbedded,
} from '../support/embedded.js';

const isRoot = process.getuid?.() === 0;
/** Any user but root and the one that PostgreSQL runs as under root. */
const ordinary: User = { uid: 1, gid: 1 };

beforeAll(makeFolder);

it.concurrent('listens on a private socket only, makes every commit durable, and is gone when its only user has closed it', async () => {
  await using folder = await privateFolder();
  const embedded = await openEmbedded(folder.path);
  const settings = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'jit', 'TimeZone'];
  const values = await query(embedded.url, `select ${settings.map((name) => `current_setting('${name}')`)}`);
  expect(values).toEqual(['', 'on', 'on', 'on', 'off', 'UTC']);
  const locale = await query(embedded.url, 'select datcollate, datctype, datlocale from pg_database');
  expect(new Set(locale)).toEqual(new Set(['C.UTF-8']));
  expect(`${embedded.connection.host}/.s.PGSQL.5432`.length).toBeLessThan(100);
  await Promise.all([embedded[Symbol.asyncDispose](), embedded[Symbol.asyncDispose]()]);
  expect(running(folder.path).server).toEqual([]);
  await untilGone(folder.path);
});

it.concurrent('is shared by a second process and stopped by the last one out, whoever started it', async () => {
  await using folder = await madeFolder();
  await using first = await useEmbedded(folder.path);
  const second = await openEmbedded(folder.path);
  expect(second.url).toBe(first.url);
  const { server } = running(folder.path);
  expect(await first.stop()).toBe(0);
  expect(await query(second.url, 'select 1')).toEqual([1]);
  expect(running(folder.path).server).toEqual(server);
  await second[Symbol.asyncDispose]();
  expect(running(folder.path).server).toEqual([]);
});

it.concurrent('is stopped where it does not stop by itself, and loses nothing', async () => {
  await using folder = await madeFolder();
  const first = await openEmbedded(folder.path, { tenthsToStop: 20 });
  await query(first.url, 'create table kept as select 1 as row');
  const [checkpointer] = await query(first.url, `select pid from pg_stat_activity where backend_type = 'checkpointer'`);
  process.kill(Number(checkpointer), 'SIGSTOP');
  await first[Symbol.asyncDispose]();
  expect(running(folder.path).server).toEqual([]);
  await untilGone(folder.path);
  await using second = await openEmbedded(folder.path);
  expect(await query(second.url, 'select row from kept')).toEqual([1]);
});

it.concurrent('starts once when several processes open an empty folder at the same moment', async () => {
  await using folder = await privateFolder();
  const processes = await Promise.all([1, 2, 3, 4].map(() => useEmbedded(folder.path)));
  expect(new Set(processes.map(({ url }) => url)).size).toBe(1);
  expect(running(folder.path).server).toHaveLength(1);
  expect(await Promise.all(processes.map((each) => each.stop()))).toEqual([0, 0, 0, 0]);
  // Of several that leave at once none may be the last: the server is then stopped by the shell that watches them.
  await until(() => running(folder.path).server.length === 0);
});

it.concurrent('starts again for a process that comes just as the last one goes', async () => {
  await using folder = await madeFolder();
  for (let round = 0; round < Number(process.env.KILL_ROUNDS ?? 2); round++) {
    const leaving = await openEmbedded(folder.path);
    const [coming] = await Promise.all([openEmbedded(folder.path), leaving[Symbol.asyncDispose]()]);
    expect(await query(coming.url, 'select 1')).toEqual([1]);
    const [next] = await Promise.all([coming[Symbol.asyncDispose](), openEmbedded(folder.path)]).then(([, each]) => [
      each,
    ]);
    expect(await query(next?.url ?? '', 'select 1')).toEqual([1]);
    await next?.[Symbol.asyncDispose]();
  }
  expect(running(folder.path).server).toEqual([]);
});

describe.concurrent('after kill -9', () => {
  it('of the process that started it, still serves the others, and stops with the last of them', async () => {
    await using folder = await madeFolder();
    await using starter = await useEmbedded(folder.path);
    await using other = await useEmbedded(folder.path);
    const { server } = running(folder.path);
    await starter.kill();
    expect(await query(other.url, 'select 1')).toEqual([1]);
    await using third = await openEmbedded(folder.path);
    expect(running(folder.path).server).toEqual(server);
    await other.kill();
    expect(await query(third.url, 'select 1')).toEqual([1]);
    await third[Symbol.asyncDispose]();
    expect(running(folder.path).server).toEqual([]);
  });

  it('of its only process, stops by itself', async () => {
    await using folder = await madeFolder();
    await using only = await useEmbedded(folder.path);
    await only.kill();
    await untilGone(folder.path);
  });

  it('of everything, starts again with all that was acknowledged', async () => {
    await using folder = await madeFolder();
    await using first = await useEmbedded(folder.path);
    await query(first.url, 'create table t as select 42 as n');
    const { server, shells } = running(folder.path);
    kill([...shells, ...server]);
    await first.kill();
    await untilGone(folder.path); // a process that is about to be dead may still answer for a moment
    await using embedded = await openEmbedded(folder.path);
    expect(await query(embedded.url, 'select n from t')).toEqual([42]);
  });

  it('of the server alone, is started again in its place by the process that uses it', async () => {
    await using folder = await madeFolder();
    await using embedded = await openEmbedded(folder.path, { beatMs: 200 });
    await query(embedded.url, 'create table t as select 42 as n');
    kill(running(folder.path).server);
    const isBack = () =>
      query(embedded.url, 'select n from t').then(
        ([n]) => n === 42,
        () => false,
      );
    await until(isBack);
  });

  it('of the server, when its lock and its socket are gone as well, is found where it listens then', async () => {
    await using folder = await madeFolder();
    await using db = await openDatabase(readConfig({ SIGHTLINE_DATA: folder.path }));
    const { server, socketFolders } = running(folder.path);
    kill(server);
    await rm(join(folder.path, 'postgres/data/postmaster.pid'), { force: true });
    for (const each of socketFolders) await rm(each, { recursive: true, force: true });
    const isBack = () =>
      db.prisma.model.count().then(
        () => running(folder.path).server.length > 0,
        () => false,
      );
    await until(isBack);
    expect(running(folder.path).socketFolders).not.toEqual(socketFolders);
  });

  it('of its shell, is taken over by the next process and stopped by the last one', async () => {
    await using folder = await madeFolder();
    await using first = await useEmbedded(folder.path);
    const { server, shells } = running(folder.path);
    kill(shells);
    const second = await openEmbedded(folder.path);
    expect(second.url).toBe(first.url);
    expect(running(folder.path).server).toEqual(server);
    await first.kill();
    expect(await query(second.url, 'select 1')).toEqual([1]);
    await second[Symbol.asyncDispose]();
    expect(running(folder.path).server).toEqual([]);
  });

  it('of its shell, is stopped all the same by the only process when that closes it', async () => {
    await using folder = await madeFolder();
    const embedded = await openEmbedded(folder.path);
    kill(running(folder.path).shells);
    await embedded[Symbol.asyncDispose]();
    expect(running(folder.path).server).toEqual([]);
  });

  it('starts although the process id of its stale lock now belongs to somebody else', async () => {
    await using folder = await madeFolder();
    const first = await openEmbedded(folder.path);
    const lock = join(folder.path, 'postgres/data/postmaster.pid');
    const text = await readFile(lock, 'utf8');
    await first[Symbol.asyncDispose]();
    const someone = spawn('sleep', ['600'], isRoot ? { uid: 65_534 } : {});
    try {
      await writeFile(lock, text.replace(/^\d+/, String(someone.pid)), { mode: 0o600 });
      const { uid, gid } = await stat(join(folder.path, 'postgres/data'));
      await chown(lock, uid, gid);
      await using second = await openEmbedded(folder.path);
      expect(await query(second.url, 'select 1')).toEqual([1]);
    } finally {
      someone.kill();
    }
  });
});

describe.concurrent('where it cannot run', () => {
  it('names the version that made the data when that is another one', async () => {
    await using folder = await madeFolder();
    await writeFile(join(folder.path, 'postgres/data/PG_VERSION'), '17\n');
    await expect(openEmbedded(folder.path)).rejects.toThrow(/made by PostgreSQL 17.*brings PostgreSQL 18/);
  });

  it('shows what PostgreSQL says when that does not start', async () => {
    await using folder = await madeFolder();
    await writeFile(join(folder.path, 'postgres/data/postgresql.conf'), 'no_such_setting = 1\n');
    await expect(openEmbedded(folder.path)).rejects.toThrow(/does not start: .*no_such_setting/s);
  });
});

describe('with an ordinary user', { skip: !isRoot, concurrent: true }, () => {
  it('runs as that user under a home of mode 700, and root may join it', async () => {
    await using home = await privateFolder(ordinary);
    await using process = await useEmbedded(join(home.path, 'data'), { user: ordinary });
    await using embedded = await openEmbedded(join(home.path, 'data'));
    expect(embedded.url).toBe(process.url);
    const [pid] = running(join(home.path, 'data')).server;
    expect(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }).trim()).toBe('1');
  });

  it('is refused in a folder of another user with a message that says so', async () => {
    await using folder = await privateFolder(ordinary);
    await (await openEmbedded(folder.path))[Symbol.asyncDispose]();
    await expect(useEmbedded(folder.path, { user: ordinary })).rejects.toThrow(/belongs to another user/);
  });
});
