// Processes that use an embedded database, and a look at what runs on the machine because of them.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import pg from 'pg';
import { openEmbedded } from '../../src/database/embedded/embedded.js';

const root = join(import.meta.dirname, '../..');

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A folder that only `user` may enter. Disposal ends what still runs for it and removes it. */
export async function privateFolder(user?: User): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'sightline-embedded-')));
  if (user) await chown(path, user.uid, user.gid);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      const { server, shells, socketFolders } = running(path);
      kill([...shells, ...server]);
      await untilGone(path);
      await Promise.all(
        [...socketFolders, path].map((each) => rm(each, { recursive: true, force: true, maxRetries: 20 })),
      );
    },
  };
}

let made: { readonly path: string } | null = null;
/** Among the packages, where it finds them, and where every user may read it. */
const program = join(root, `node_modules/.sightline-test/embedded-process-${process.pid}.mjs`);

/** Makes the database that `madeFolder` copies and the program that `useEmbedded` runs, until what it resolves to is called. */
export async function makeFolder(): Promise<() => Promise<void>> {
  const entry = join(root, 'test/database/embedded-process.ts');
  const target = { platform: 'node', format: 'esm', target: 'node20.15' } as const;
  await build({ entryPoints: [entry], outfile: program, bundle: true, packages: 'external', ...target });
  const folder = await privateFolder();
  await (await openEmbedded(folder.path))[Symbol.asyncDispose]();
  await untilGone(folder.path);
  made = folder;
  return async () => {
    await rm(program);
    await folder[Symbol.asyncDispose]();
  };
}

/** A data folder in which the database was made before, copied because making one takes a second. */
export async function madeFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  if (!made) throw new Error('Nothing was made.');
  const folder = await privateFolder();
  execFileSync('cp', ['-a', join(made.path, 'postgres'), folder.path]);
  return folder;
}

/** The lines of the lock that PostgreSQL holds, or left behind. */
function readLock(folder: string): readonly string[] {
  const lock = `${folder}/postgres/data/postmaster.pid`;
  return existsSync(lock) ? readFileSync(lock, 'utf8').split('\n') : [];
}

/** `kill -9`. One that has ended since it was listed is left alone. */
export function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export interface EmbeddedProcess extends AsyncDisposable {
  readonly url: string;
  /** Lets it end in its own time; fulfils with its exit status. */
  stop(): Promise<number | null>;
  /** `kill -9`; fulfils when it is dead. */
  kill(): Promise<void>;
}

export interface UseOptions {
  readonly user?: User;
  /** Starts the process under this command. */
  readonly wrapper?: readonly string[];
  /** Where it looks for programs. */
  readonly path?: string;
}

/** Starts a process that uses the embedded database in `folder`; rejects with what it says when it cannot. */
export async function useEmbedded(
  folder: string,
  { user, wrapper = [], path }: UseOptions = {},
): Promise<EmbeddedProcess> {
  const [command = '', ...args] = [...wrapper, process.execPath, program, folder];
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: path ?? process.env.PATH },
    ...user,
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const stop = () => {
    child.stdin.end();
    return ended;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url: await firstLine(child), stop, kill, [Symbol.asyncDispose]: kill };
}

async function firstLine({ stdout, stderr }: ChildProcess): Promise<string> {
  const said = stderr ? text(stderr) : '';
  if (stdout) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error(await said);
}

interface Running {
  /** PostgreSQL's process id, if it runs. */
  readonly server: readonly number[];
  /** Process ids of the shells that look after it. */
  readonly shells: readonly number[];
  readonly socketFolders: readonly string[];
}

interface Listed {
  readonly pid: number;
  readonly command: string;
}

/** Every process of the machine. `ps` holds up all other tests of a file ten times as long as a look into /proc. */
function listProcesses(): readonly Listed[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => ({ pid: Number(name), command: commandOf(name) }));
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+ /, '') }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return ''; // it has ended since it was listed
  }
}

/** What runs for the data in `folder`. */
export function running(folder: string): Running {
  const processes = listProcesses();
  const [locked, , , , socketFolder = ''] = readLock(folder);
  const shells = processes.filter(({ command }) => command.includes(`sightline-supervisor ${folder}/`));
  const server = processes.filter(({ pid, command }) => pid === Number(locked) && /^\S*bin\/postgres /.test(command));
  const socketFolders = [
    socketFolder,
    ...shells.map(({ command }) => /\/tmp\/sightline-\w{6}\b/.exec(command)?.[0] ?? ''),
  ];
  return {
    server: server.map(({ pid }) => pid),
    shells: shells.map(({ pid }) => pid),
    socketFolders: socketFolders.filter((each) => each.startsWith('/tmp/sightline-')),
  };
}

/** Whether a server has the data in `folder`, of whatever PID namespace it is. */
export function isLocked(folder: string): boolean {
  return spawnSync('flock', ['-n', join(folder, 'postgres/lock'), 'true']).status === 1;
}

/** Waits until nothing runs for the data in `folder` any more. */
export function untilGone(folder: string): Promise<void> {
  return until(() => {
    const { server, shells } = running(folder);
    return server.length + shells.length === 0;
  });
}

export async function query(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Waits until `condition` holds; the test's own time limit ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}
