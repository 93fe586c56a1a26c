// `sightline serve` as a process of its own, as an operator starts it.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolder } from './folder.js';
import { listenTo, startProgram } from './program.js';

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it wrote until now, on standard output and standard error. */
  readonly said: () => string;
  /** Sends SIGTERM and yields the exit status. */
  readonly end: () => Promise<number | null>;
}

/** Starts a server with nothing but `env` for an environment, in an empty folder, and waits for its address. Disposal ends what is left. */
export async function serverProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const folder = await temporaryFolder();
  const child = startProgram(['serve'], { cwd: folder.path, env: { PORT: '0', ...env } });
  const exited = once(child, 'close').then(([status]): number | null => status);
  const { url: listening, said } = listenTo(child);
  const url = await listening;
  const end = () => {
    child.kill('SIGTERM');
    return exited;
  };
  return {
    url,
    child,
    said,
    end,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await end();
      await folder[Symbol.asyncDispose]();
    },
  };
}
