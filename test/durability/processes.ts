// A server and a recorder as processes of their own over one embedded PostgreSQL, and the ways to kill any of the three.

import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { running } from '../support/embedded.js';
import { listenTo, programPath, startProgram } from '../support/program.js';

export const adminKey = 'admin-key-of-the-torture';

/** `KILL_PROGRAM` names another one, such as that of a build, which starts faster. */
const path = resolve(process.env.KILL_PROGRAM ?? programPath);

const sightline = (folder: string, args: readonly string[]) =>
  startProgram(args, {
    ...{ cwd: folder, path },
    env: { SIGHTLINE_DATA: folder, ADMIN_API_KEYS: adminKey, PORT: '0', LOG_LEVEL: 'error', READERS: '2' },
  });

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
  const stderr = text(child.stderr);
  let [lines, reports] = [0, 0];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    lines = JSON.parse(line).lines;
    reports++;
  });
  const ended = once(child, 'close').then(async ([status]): Promise<Ended> => ({ status, stderr: await stderr }));
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
  const { url, said } = listenTo(child);
  const ended = once(child, 'close').then(([status]): Ended => ({ status, stderr: said() }));
  return { child, url: url.catch(() => null), ended };
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
