// Whether cost is true: milliseconds per 1,000 units for each kind of document at the largest size that is accepted, and for random documents
// that a search makes slower; how long the event loop was held, and how long another client waited. On an ordinary brand and an extreme one. Then
// the dearest questions of every interface about the extreme one.

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { extreme } from '../../test/support/extreme.js';
import { extremeEnd } from '../../test/support/extreme-world.js';
import { dataRoot, prepared, worldOf } from '../data.js';
import { quantile } from '../measure.js';
import { windowEnd } from '../questions.js';
import { promptsOf } from '../world.js';
import { askDearest, type DearReading } from './dearest.js';
import { extremeFolder, fillExtremeBrand } from './extreme-brand.js';
import { extremeKinds } from './extreme-kinds.js';
import { documentOf, type KindOf, kindsOf, type Subject } from './kinds.js';
import { type Repeated, repeat } from './repeat.js';
import { searchSlowest } from './search.js';
import { adminKey, ask, othersBeside, type Server, startServer, stopServer } from './server.js';

export interface CostReading extends Repeated {
  readonly name: string;
  readonly brand: string;
  readonly aliases: number;
  /** The document of a reading that was found by the search. */
  readonly found?: string;
}

export interface Costs {
  readonly runs: number;
  readonly seed: number;
  /** The median and the longest time of a small request while nothing else ran. */
  readonly idleMs: { readonly median: number; readonly max: number };
  readonly readings: readonly CostReading[];
  readonly dearest: readonly DearReading[];
}

const maxAliases = 200;
const defaultSeed = 8;

/** Measures on a brand of so many runs and on the extreme one, in one server. */
export async function benchCost(runs: number): Promise<Costs> {
  const seed = Number(process.env.BENCH_SEED ?? defaultSeed);
  const ordinary = await prepare(runs);
  const server = await startServer({
    SIGHTLINE_DATA: join(dataRoot(), extremeFolder()),
    ADMIN_API_KEYS: adminKey,
    LOG_LEVEL: 'silent',
    // What is asked again is computed again.
    ANSWER_CACHE_BYTES: '0',
  });
  const idleMs = await idleOf(server);
  const readings: CostReading[] = [];
  const subjects: readonly Subject[] = [{ ...extreme, end: extremeEnd }, ordinary];
  for (const subject of subjects) {
    const isExtreme = subject.brandId === extreme.brandId;
    for (const [name, kind] of isExtreme ? extremeKinds() : kindsOf(subject))
      readings.push(report({ name, brand: subject.brandId, ...(await measureKind(server, kind)) }));
    const { request, aliases, document } = await searchSlowest(server, { subject, seed });
    const name = `${isExtreme ? 'extreme: ' : ''}found by the search`;
    readings.push(
      report({ name, brand: subject.brandId, aliases, found: document, ...(await repeat(server, request)) }),
    );
  }
  const dearest = await askDearest(server, reportDear);
  await stopServer(server);
  return { runs, seed, idleMs, readings, dearest };
}

async function prepare(runs: number): Promise<Subject> {
  const world = worldOf(runs);
  await using db = await prepared(world, extremeFolder());
  await fillExtremeBrand(db);
  return { brandId: world.brandId, promptId: promptsOf(world)[0]?.id ?? '', end: windowEnd };
}

async function idleOf(server: Server): Promise<Costs['idleMs']> {
  // The first requests of a process take longest.
  const times = (await othersBeside(server, () => setTimeout(3_000))).slice(20);
  return { median: quantile(times, 0.5), max: Math.max(...times) };
}

async function measureKind(server: Server, kind: KindOf): Promise<Repeated & { readonly aliases: number }> {
  const aliases = await largestAccepted(server, kind);
  return { aliases, ...(await repeat(server, { query: documentOf(kind, aliases) })) };
}

/** The most aliases that are within the limits, of a few numbers; whether the answer comes in time is another matter. */
async function largestAccepted(server: Server, kind: KindOf): Promise<number> {
  for (let aliases = maxAliases; aliases > 1; aliases = Math.floor(aliases / 1.5))
    if ((await ask(server, { query: documentOf(kind, aliases) })).status !== 400) return aliases;
  return 1;
}

function report(reading: CostReading): CostReading {
  const { name, aliases, status, cost, ms, heldMs } = reading;
  const times = `${ms.min.toFixed(0)} to ${ms.max.toFixed(0)} ms, held ${heldMs.min.toFixed(0)} to ${heldMs.max.toFixed(0)} ms`;
  process.stderr.write(`  ${name}: ${status}, ${aliases} aliases, cost ${cost}, ${times}\n`);
  return reading;
}

function reportDear({ api, name, status, ms, heldMs }: DearReading): void {
  const [times, held] = [ms, heldMs].map((each) => each.map((value) => value.toFixed(0)).join(' and '));
  process.stderr.write(`  ${api} ${name}: ${status}, ${times} ms, held ${held} ms\n`);
}
