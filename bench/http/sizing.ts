// The stage `sizing`: new questions a second by MAX_CONCURRENT_READS and DATABASE_POOL_SIZE, with the server and its PostgreSQL on one, two and
// four processors, as far as the machine has them. The load generator uses whatever there is.

import { cpus } from 'node:os';
import { join } from 'node:path';
import { dataRoot, fillWorld, openFolder, rollWorld, worldOf } from '../data.js';
import { quantile } from '../measure.js';
import { load, startServer } from './processes.js';
import { FreshWindows, type Kind, kindsOf } from './requests.js';

export interface SizingReading {
  readonly processors: number;
  readonly reads: number;
  readonly poolSize: number;
  readonly requestsPerSecond: number;
  readonly p99: number;
}

export interface Sizing {
  readonly runs: number;
  readonly readings: readonly SizingReading[];
  /** Numbers of processors that the machine does not have. */
  readonly skipped: readonly number[];
}

const processorCounts = [1, 2, 4];
const readCounts = [1, 2, 3, 4, 6, 8, 12, 15];
const poolSizes = [8, 12, 16];
/** One connection more than reads, which is the least; and four reads with more and more connections. */
const sizes = [
  ...readCounts.map((reads) => ({ reads, poolSize: reads + 1 })),
  ...poolSizes.map((poolSize) => ({ reads: 4, poolSize })),
];
const connections = 16;
const seconds = 2;
const rounds = 2;

export async function benchSizing(runs: number): Promise<Sizing> {
  const { brandId } = worldOf(runs);
  await prepare(runs);
  const kind = kindsOf(brandId, '')['REST analytics'];
  if (!kind) throw new Error('There is no kind to measure.');
  const fresh = new FreshWindows();
  const available = cpus().length;
  const readings: SizingReading[] = [];
  for (const processors of processorCounts.filter((count) => count <= available))
    for (const size of sizes) readings.push(await measureSize(runs, { processors, ...size, kind, fresh }));
  return { runs, readings, skipped: processorCounts.filter((count) => count > available) };
}

async function prepare(runs: number): Promise<void> {
  await using db = await openFolder(String(runs));
  await fillWorld(db, worldOf(runs));
  await rollWorld(db, worldOf(runs));
}

interface Size extends Pick<SizingReading, 'processors' | 'reads' | 'poolSize'> {
  readonly kind: Kind;
  readonly fresh: FreshWindows;
}

async function measureSize(runs: number, { kind, fresh, ...size }: Size): Promise<SizingReading> {
  const { processors, reads, poolSize } = size;
  await using server = await startServer({
    dataFolder: join(dataRoot(), String(runs)),
    env: { MAX_CONCURRENT_READS: `${reads}`, DATABASE_POOL_SIZE: `${poolSize}` },
    processors: Array.from({ length: processors }, (_, at) => at).join(','),
  });
  const measureOnce = () => load({ port: server.port, connections, seconds, requests: fresh.take(kind, 8_000) });
  await measureOnce();
  const loaded = [];
  for (let round = 0; round < rounds; round++) loaded.push(await measureOnce());
  const requestsPerSecond = quantile(
    loaded.map((each) => each.requestsPerSecond),
    1,
  );
  const p99 = Math.min(...loaded.map((each) => each.p99));
  process.stderr.write(
    `  ${processors} processors, ${reads} reads, ${poolSize} connections: ${requestsPerSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms\n`,
  );
  return { ...size, requestsPerSecond, p99 };
}
