// The processes of the benchmarks over HTTP, all on one machine: the server as its users start it, load generators, bare servers.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { binPath, listenTo } from '../../test/support/program.js';
import type { BareAnswer } from './bare.js';
import type { Load, Loaded } from './load.js';

export interface Server extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly dataFolder: string;
}

export interface ServerOptions {
  readonly dataFolder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The processors that the server and its PostgreSQL may use, such as `0,1`; all by default. */
  readonly processors?: string;
}

export const adminKey = 'bench-admin-key-0123456789';

/** Starts `sightline serve` on a free port. */
export async function startServer({ dataFolder, env, processors }: ServerOptions): Promise<Server> {
  const node = [process.execPath, binPath, 'serve'];
  const [command = '', ...args] = processors ? ['taskset', '-c', processors, ...node] : node;
  const settings = { SIGHTLINE_DATA: dataFolder, ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'silent', PORT: '0' };
  const server = spawn(command, args, {
    env: { ...process.env, DATABASE_URL: '', ...settings, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { port } = new URL(await listenTo(server).url);
  return {
    port: Number(port),
    pid: server.pid ?? 0,
    dataFolder,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}

/** One answer, outside of any load; by default not compressed, as those under load. */
export function ask(port: number, { method, path, headers: given, body }: Load['requests'][number]): Promise<Response> {
  const headers = { 'accept-encoding': 'identity', ...given };
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body ? { body } : {}) });
}

/** The entity tag of an answer, which is read whole: one that nobody reads keeps its connection. */
export async function tagOf(port: number, request: Load['requests'][number]): Promise<string> {
  const answer = await ask(port, request);
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}

/** Sends requests from a process of its own. */
export async function load(what: Load): Promise<Loaded> {
  const loader = child('load');
  loader.send(what);
  const failed = once(loader, 'exit').then(([code]) => {
    throw new Error(`A load generator ended with ${code} before it said what it measured.`);
  });
  failed.catch(() => {});
  const [loaded] = await Promise.race([once(loader, 'message'), failed]);
  return loaded as Loaded; // safe because that is all that the process sends
}

/** Requests a second of a bare server that always sends `answer`. */
export async function loadBare(answer: BareAnswer, what: Omit<Load, 'port'>): Promise<number> {
  const bare = child('bare');
  bare.send(answer);
  const [{ port }] = await once(bare, 'message');
  const { requestsPerSecond } = await load({ ...what, port });
  bare.kill();
  await once(bare, 'exit');
  return requestsPerSecond;
}

/** One of the programs of this folder, which talks to this process by messages. */
export function child(name: 'bare' | 'load' | 'probe'): ChildProcess {
  return fork(join(import.meta.dirname, `${name}.ts`), {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Resident memory in bytes, as Linux reports it; not a number elsewhere. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) * 1024;
}
