// The stage `sizing`: new questions a second by MAX_CONCURRENT_READS and DATABASE_POOL_SIZE, with the server and its PostgreSQL on one, two and
// four processors, as far as the machine has them. The load generator uses whatever there is.

import { cpus } from 'node:os';
import { join } from 'node:path';
import { dataRoot, prepare, worldOf } from '../data.js';
import { pivot, round } from '../markdown.js';
import { quantileOf } from '../measure.js';
import { load, startServer } from './processes.js';
import { FreshWindows, type Kind, kindsOf } from './requests.js';

const processorCounts = [1, 2, 4];
const readCounts = [1, 2, 3, 4, 6, 8, 12, 15];
const poolSizes = [8, 12, 16];
/** One connection more than reads, and three at least, as the settings demand; and four reads with more and more connections. */
const sizes = [
  ...readCounts.map((reads) => ({ reads, poolSize: Math.max(3, reads + 1) })),
  ...poolSizes.map((poolSize) => ({ reads: 4, poolSize })),
];
const connections = 16;
const seconds = 2;
const rounds = 2;

/** Skips numbers of processors that the machine does not have. */
export async function benchSizing(runs: number) {
  const world = worldOf(runs);
  await prepare(world);
  const kind = kindsOf(world.brandId, '')['REST analytics'];
  if (!kind) throw new Error('There is no kind to measure.');
  const fresh = new FreshWindows();
  const available = cpus().length;
  const readings = [];
  for (const processors of processorCounts.filter((count) => count <= available))
    for (const size of sizes) readings.push(await measureSize(runs, { processors, ...size, kind, fresh }));
  return { runs, readings, skipped: processorCounts.filter((count) => count > available) };
}

type Sizing = Awaited<ReturnType<typeof benchSizing>>;

interface Size {
  readonly processors: number;
  readonly reads: number;
  readonly poolSize: number;
  readonly kind: Kind;
  readonly fresh: FreshWindows;
}

async function measureSize(runs: number, { kind, fresh, ...size }: Size) {
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
  const requestsPerSecond = quantileOf(loaded, 1, (each) => each.requestsPerSecond);
  const p99 = Math.min(...loaded.map((each) => each.p99));
  process.stderr.write(
    `  ${processors} processors, ${reads} reads, ${poolSize} connections: ${requestsPerSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms\n`,
  );
  return { ...size, requestsPerSecond, p99 };
}

export function sizingSection({ runs, readings, skipped }: Sizing): string {
  const missing = skipped.length === 0 ? '' : ` Not measured, because the machine has fewer: ${skipped.join(' and ')}.`;
  return [
    '## Concurrent reads and connections',
    `New REST questions a second of 16 connections (in brackets: the 99th percentile in milliseconds), the better of two rounds, on the brand of ${runs.toLocaleString('en')} runs. The server and its PostgreSQL are limited to so many processors; the load generator is not.${missing}`,
    pivot(readings, {
      head: 'MAX_CONCURRENT_READS of DATABASE_POOL_SIZE',
      row: ({ reads, poolSize }) => `${reads} of ${poolSize}`,
      column: ({ processors }) => `processors: ${processors}`,
      cell: ({ requestsPerSecond, p99 }) => `${round(requestsPerSecond)} (${round(p99)})`,
    }),
  ].join('\n\n');
}
