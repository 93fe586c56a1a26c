// The real processes that the soak is about: `sightline serve` and `sightline record`.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { AnyRecord } from '../../test/support/naive/record.js';

const program = resolve(import.meta.dirname, '../../bin/sightline.mjs');

/** Where both find the database, as settings. */
export type Place = Readonly<Record<string, string>>;

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Lines of the log that report problems. */
  readonly troubles: readonly string[];
  /** Ends it in order; resolves to its exit status. */
  readonly stop: () => Promise<number | null>;
}

/** Starts a server; rejects with what it says where it cannot. */
export async function startServer(place: Place, cwd: string, adminKey: string): Promise<ServerProcess> {
  const settings = { PORT: '0', ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'warn', SHUTDOWN_DELAY_MS: '0' };
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd,
    env: { PATH: process.env.PATH, ...settings, ...place },
  });
  const troubles: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => troubles.push(...chunk.toString().split('\n').filter(Boolean)));
  let stderr = '';
  const url = await new Promise<string>((done, fail) => {
    child.once('exit', () => fail(new Error(`The server ended at once: ${stderr}`)));
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
      const [, address] = /listening at (\S+)\n/.exec(stderr) ?? [];
      if (address) done(address);
    });
  });
  return { url, pid: child.pid ?? 0, troubles, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  return (await exit)[0];
}

export interface RecorderProcess {
  /** Hands records over; resolves when the recorder has taken them in. */
  readonly give: (records: readonly AnyRecord[]) => Promise<void>;
  /** Ends the input; resolves to the exit status and the output. */
  readonly finish: () => Promise<{ readonly status: number | null; readonly stderr: string }>;
}

/** Starts a recorder that reads its standard input. */
export function startRecorder(place: Place, cwd: string): RecorderProcess {
  const child = spawn(process.execPath, [program, 'record', '-'], { cwd, env: { PATH: process.env.PATH, ...place } });
  let stderr = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (stderr += chunk));
  child.stdin.on('error', () => {}); // its exit status says more
  const exit = once(child, 'exit');
  return {
    give: async (records) => {
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
      if (!child.stdin.write(text)) await Promise.race([once(child.stdin, 'drain'), exit]);
    },
    finish: async () => {
      child.stdin.end();
      const [status] = await exit;
      return { status, stderr };
    },
  };
}

/** Resident memory of a process, in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / 1_024;
}
