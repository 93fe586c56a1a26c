// `sightline` as a process of its own. It reads `.env` and makes its data folder where it is started, so that is never the clone.

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

/** The build, which is up to date: the run has made it. */
export const programPath = resolve(import.meta.dirname, '../../dist/main.js');
/** What an operator starts. */
export const binPath = resolve(import.meta.dirname, '../../bin/sightline.mjs');

interface Start {
  /** The folder in which it is started. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly path?: string;
}

/** Starts `sightline` with nothing but `env` for an environment, and without readers, which take a second to start, unless that asks for them. */
export function startProgram(
  argv: readonly string[],
  { cwd, env, path = programPath }: Start,
): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [path, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, READERS: '0', ...env },
  });
  child.stdin.on('error', () => {}); // it may end before it has read everything
  return tracked(child);
}

const started = new Set<ChildProcess>();

/** A process that `killPrograms` ends as well. */
export function tracked<T extends ChildProcess>(child: T): T {
  started.add(child);
  child.on('exit', () => started.delete(child));
  return child;
}

/** Leaves none of the processes behind, wherever a test failed. */
export function killPrograms(): void {
  for (const child of started) child.kill('SIGKILL');
}

interface ProcessEnd {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly stderr: string;
}

/** How a process ends, and all that it wrote. */
export async function endOf(child: ChildProcessWithoutNullStreams): Promise<ProcessEnd> {
  const exit = once(child, 'exit');
  const [out, stderr, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { status, signal, out, stderr };
}

/** All that a process has written until now, on standard output and standard error; of a server its address, once it listens. */
export function listenTo(child: ChildProcess) {
  let said = '';
  const url = new Promise<string>((done, fail) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [, address] = /listening at (\S+)\n/.exec(said) ?? [];
      if (address) done(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('close', (status) => fail(new Error(`It ended with ${status}: ${said}`)));
  });
  url.catch(() => {}); // thrown where it is awaited
  return { url, said: () => said };
}
