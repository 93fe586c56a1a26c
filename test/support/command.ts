// Runs the command line within the test's process: its standard output, its standard error, its exit status.

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/program.js';

export interface Ended {
  readonly status: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly stderr: string;
}

/** Runs `argv` with nothing but `env` for an environment, and by default with a data folder that does not exist. */
export async function runCommand(argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const [out, stderr]: [string[], string[]] = [[], []];
  const terminal = {
    writeOut: (text: string) => void out.push(text),
    writeErr: (text: string) => void stderr.push(text),
    hasColors: false,
  };
  const status = await run(argv, {
    env: { SIGHTLINE_DATA: join(tmpdir(), `sightline-${randomUUID()}`), ...env },
    terminal,
  });
  return { status, out: out.join(''), stderr: stderr.join('') };
}
