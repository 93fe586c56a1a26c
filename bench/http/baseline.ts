// New questions to this build and to an older one, in turns. The older one is a built clone, whose folder BENCH_BASELINE names; its data is of its
// own, because it may know fewer migrations.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataRoot } from '../data.js';
import { quantile } from '../measure.js';
import { load, type Server, startServer } from './processes.js';
import type { FreshWindows, Kind } from './requests.js';

export interface Baseline {
  readonly commit: string;
  /** Requests a second of 10 connections, the median of the rounds. */
  readonly before: number;
  readonly now: number;
}

interface Comparison {
  readonly server: Server;
  readonly runs: number;
  readonly kind: Kind;
  readonly fresh: FreshWindows;
}

const rounds = 3;
const connections = 10;
const seconds = 4;
const windows = 20_000;

/** `null` where no older build is given. */
export async function compareBuilds({ server, runs, kind, fresh }: Comparison): Promise<Baseline | null> {
  const root = process.env.BENCH_BASELINE;
  if (!root) {
    process.stderr.write('  no older build is compared: BENCH_BASELINE is not set\n');
    return null;
  }
  const dataFolder = join(dataRoot(), 'baseline', String(runs));
  fill(root, runs);
  await using older = await startServer({ root, dataFolder });
  const rates = { before: [] as number[], now: [] as number[] };
  const measureOne = async ({ port }: Server) => {
    const requests = fresh.take(kind, windows);
    return (await load({ port, connections, seconds, requests })).requestsPerSecond;
  };
  await measureOne(older);
  for (let round = 0; round < rounds; round++) {
    rates.before.push(await measureOne(older));
    rates.now.push(await measureOne(server));
  }
  const [before, now] = [quantile(rates.before, 0.5), quantile(rates.now, 0.5)];
  process.stderr.write(`  new questions: ${before.toFixed(0)}/s before, ${now.toFixed(0)}/s now\n`);
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return { commit, before, now };
}

/** By the older build's own code, unless an earlier run did. */
function fill(root: string, runs: number): void {
  const folder = join(dataRoot(), 'baseline');
  mkdirSync(folder, { recursive: true });
  const code = `const { fillWorld, openFolder, rollWorld, worldOf } = await import('./bench/data.ts');
    const db = await openFolder('${runs}');
    await fillWorld(db, worldOf(${runs}));
    await rollWorld(db, worldOf(${runs}));
    await db[Symbol.asyncDispose]();`;
  execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: root,
    env: { ...process.env, BENCH_DATA: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
