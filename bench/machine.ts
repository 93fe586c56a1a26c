// Where and with what was measured.

import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { version as duckVersion } from '@duckdb/node-api';
import { openFolder } from './data.js';

/** `load`: processes that wanted a processor in the last minute, on average. */
export async function describeMachine() {
  const [first, ...others] = cpus();
  await using db = await openFolder('recording');
  const { rows } = await db.pool.query<{ version: string }>(`select split_part(version(), ' ', 2) as version`);
  return {
    processor: `${others.length + 1} × ${first?.model.trim() ?? 'unknown'}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    versions: `Node ${process.versions.node}, PostgreSQL ${rows[0]?.version ?? ''} (embedded, its settings as shipped), DuckDB ${duckVersion()}`,
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
    load: (loadavg()[0] ?? 0).toFixed(1),
  };
}

export type Machine = Awaited<ReturnType<typeof describeMachine>>;

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', cwd: import.meta.dirname }).trim();
  const isChanged = git('status', '--porcelain', '--', '../src', '../prisma', '../package.json') !== '';
  return `${git('rev-parse', '--short=10', 'HEAD')}${isChanged ? ' with uncommitted changes' : ''}`;
}
