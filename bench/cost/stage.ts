// Whether cost is true: milliseconds per 1,000 units for each kind of document at the largest size that is accepted, and for random documents
// that a search makes slower; how long the event loop was blocked, and how long another client waited. On an ordinary brand and an extreme one.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { rollBrand } from '../../src/tiles/roll/roll.js';
import { extreme, fillExtreme } from '../../test/support/extreme.js';
import { dataRoot, fillWorld, once, openFolder, rollWorld, worldOf } from '../data.js';
import { windowEnd } from '../questions.js';
import { promptsOf } from '../world.js';
import { extremeEnd, extremeKinds } from './extreme-kinds.js';
import { type KindOf, kindsOf, type Subject } from './kinds.js';
import { median, type Repeated, repeat } from './repeat.js';
import { searchSlowest } from './search.js';
import { adminKey, ask, type Server, startServer, stopServer, watchOthers } from './server.js';

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
  /** The load average of the last minute before and after. */
  readonly load: readonly [number, number];
  readonly seconds: number;
  readonly readings: readonly CostReading[];
}

/** A folder of its own, since the other stages measure without the extreme one. */
const folder = 'cost';
const maxAliases = 200;
const defaultSeed = 8;

/** Measures on a brand of so many runs and on the extreme one, in one server. */
export async function benchCost(runs: number): Promise<Costs> {
  const seed = Number(process.env.BENCH_SEED ?? defaultSeed);
  const ordinary = await prepare(runs);
  const load = loadOfMinute();
  const start = performance.now();
  const env = { SIGHTLINE_DATA: join(dataRoot(), folder), ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'silent' };
  const server = await startServer(env);
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
  await stopServer(server);
  const seconds = (performance.now() - start) / 1000;
  return { runs, seed, idleMs, load: [load, loadOfMinute()], seconds, readings };
}

async function prepare(runs: number): Promise<Subject> {
  const world = worldOf(runs);
  await using db = await openFolder(folder);
  await fillWorld(db, world);
  await rollWorld(db, world);
  await once(db, 'fill extreme', async () => {
    await fillExtreme(db);
    await rollBrand(db, extreme.brandId);
    await db.pool.query('vacuum (analyze)');
  });
  return { brandId: world.brandId, promptId: promptsOf(world)[0]?.id ?? '', end: windowEnd };
}

async function idleOf(server: Server): Promise<Costs['idleMs']> {
  const idle = watchOthers(server);
  await new Promise((done) => setTimeout(done, 3_000));
  // The first requests of a process take longest.
  const times = (await idle()).slice(20);
  return { median: median(times), max: Math.max(...times) };
}

async function measureKind(server: Server, kind: KindOf): Promise<Repeated & { readonly aliases: number }> {
  const aliases = await largestAccepted(server, kind);
  return { aliases, ...(await repeat(server, { query: kind(aliases) })) };
}

/** The most aliases that are within the limits, of a few numbers; whether the answer comes in time is another matter. */
async function largestAccepted(server: Server, kind: KindOf): Promise<number> {
  for (let aliases = maxAliases; aliases > 1; aliases = Math.floor(aliases / 1.5))
    if ((await ask(server, { query: kind(aliases) })).status !== 400) return aliases;
  return 1;
}

function report(reading: CostReading): CostReading {
  const { name, aliases, status, cost, ms, blockedMs } = reading;
  const times = `${ms.min.toFixed(0)} to ${ms.max.toFixed(0)} ms, blocked ${blockedMs.min.toFixed(0)} to ${blockedMs.max.toFixed(0)} ms`;
  process.stderr.write(`  ${name}: ${status}, ${aliases} aliases, cost ${cost}, ${times}\n`);
  return reading;
}

function loadOfMinute(): number {
  return loadavg()[0] ?? Number.NaN;
}
