// `sightline` as a process of its own. It reads `.env` and makes its data folder where it is started, so that is never the clone.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';

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
  return spawn(process.execPath, [path, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, READERS: '0', ...env },
  });
}
