// A server and a recorder as processes of their own over one embedded PostgreSQL, and the ways to kill any of the three.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { running } from '../support/embedded.js';
import { programPath } from '../support/program.js';

export const adminKey = 'admin-key-of-the-torture';

/** `KILL_PROGRAM` names another one, such as that of a build, which starts faster. */
const program = resolve(process.env.KILL_PROGRAM ?? programPath);

const started = new Set<ChildProcess>();

function sightline(folder: string, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, SIGHTLINE_DATA: folder, ADMIN_API_KEYS: adminKey, PORT: '0', LOG_LEVEL: 'error' },
  });
  started.add(child);
  child.on('exit', () => started.delete(child));
  return child;
}

/** Leaves none behind, wherever a round failed. */
export function killEverything(): void {
  for (const child of started) child.kill('SIGKILL');
}

export interface Ended {
  readonly status: number | null;
  readonly stderr: string;
}

export interface Recorder {
  readonly child: ChildProcess;
  /** Number of the last line that it reported as recorded. */
  readonly acknowledged: () => number;
  /** How often it reported. */
  readonly reports: () => number;
  readonly ended: Promise<Ended>;
}

/** So few that a small file takes several batches. */
const linesABatch = 250;

/** Starts recording `file`. */
export function startRecorder(folder: string, file: string): Recorder {
  const child = sightline(folder, ['record', '--acknowledge', `${linesABatch}`, file]);
  const stderr = collected(child);
  let [lines, reports] = [0, 0];
  const output = child.stdout ? createInterface({ input: child.stdout }) : null;
  output?.on('line', (line) => {
    if (!line.startsWith('{')) return;
    lines = JSON.parse(line).lines;
    reports++;
  });
  const ended = once(child, 'close').then(([status]): Ended => ({ status, stderr: stderr() }));
  return { child, acknowledged: () => lines, reports: () => reports, ended };
}

export interface Server {
  readonly child: ChildProcess;
  /** Its address, once it answers; `null` where it ended before. */
  readonly url: Promise<string | null>;
  readonly ended: Promise<Ended>;
}

/** Starts a server, which rolls in the background. */
export function startServer(folder: string): Server {
  const child = sightline(folder, ['serve']);
  child.stdout?.resume();
  const stderr = collected(child);
  const ended = once(child, 'close').then(([status]): Ended => ({ status, stderr: stderr() }));
  const url = new Promise<string | null>((done) => {
    child.stderr?.on('data', () => {
      const [, address] = /listening at (\S+)\n/.exec(stderr()) ?? [];
      if (address) done(address);
    });
    void ended.then(() => done(null));
  });
  return { child, url, ended };
}

function collected(child: ChildProcess): () => string {
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return () => stderr;
}

/** The process ids of PostgreSQL's children that talk to clients. */
function backendsOf(postmaster: number, isClient: boolean): readonly number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return rows
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? [])
    .filter(([, , parent]) => Number(parent) === postmaster)
    .filter(([, , , command = '']) => !isClient || command.includes(' sightline '))
    .map(([, pid]) => Number(pid));
}

/** `kill -9` of PostgreSQL's first process; `false` where there is none. */
export function killPostmaster(folder: string): boolean {
  const { server } = running(folder);
  return server.filter(kill).length > 0;
}

/** `kill -9` of one process of PostgreSQL that talks to a client; `false` where there is none. */
export function killBackend(folder: string, pick: (most: number) => number): boolean {
  const pids = running(folder).server.flatMap((pid) => backendsOf(pid, true));
  const pid = pids.length > 0 ? pids[pick(pids.length)] : undefined;
  return pid !== undefined && kill(pid);
}

/** `kill -9` of these processes, of PostgreSQL with all its children, and of the shells that look after it: a power cut, but for the disk. */
export function killAll(folder: string, children: readonly ChildProcess[]): boolean {
  const { server, shells } = running(folder);
  const pids = [...shells, ...server, ...server.flatMap((pid) => backendsOf(pid, false))];
  for (const child of children) child.kill('SIGKILL');
  return pids.filter(kill).length > 0;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it has ended by itself meanwhile
  }
}

/** What `promise` yields; rejects after eight minutes, which is far longer than any of this takes. */
export async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const late = new AbortController();
  const limit = setTimeout(480_000, 'late' as const, { signal: late.signal });
  limit.catch(() => {});
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), limit]);
    if (first === 'late') throw new Error(`${what} takes too long`);
    return first.value;
  } finally {
    late.abort();
  }
}
