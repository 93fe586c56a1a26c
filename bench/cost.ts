// Whether cost is true: milliseconds per 1,000 units for each kind of document at the largest size that is accepted, how long the event loop was
// blocked, and how long another client's small requests took meanwhile.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type KindOf, kindsOf } from './cost-kinds.js';
import { dataRoot, fillWorld, openFolder, rollWorld, worldOf } from './data.js';
import { windowEnd } from './questions.js';
import { promptsOf } from './world.js';

export interface CostReading {
  readonly name: string;
  readonly aliases: number;
  /** 503 where the answer took longer than a request may. */
  readonly status: number;
  readonly cost: number;
  readonly bytes: number;
  /** Median time of the document. */
  readonly ms: number;
  /** The longest time that the event loop was blocked. */
  readonly blockedMs: number;
  /** The longest that a small request of another client took meanwhile. */
  readonly otherMs: number;
}

export interface Costs {
  readonly runs: number;
  /** The longest that a small request took while nothing else ran. */
  readonly idleMs: number;
  readonly readings: readonly CostReading[];
}

const key = 'bench-admin-key-0123456789';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const rounds = 3;
/** A document that took so long is not asked again. */
const enoughMs = 5_000;
const maxAliases = 200;

/** Measures every kind on the brand of so many runs. */
export async function benchCost(runs: number): Promise<Costs> {
  const world = worldOf(runs);
  {
    await using db = await openFolder(String(runs));
    await fillWorld(db, world);
    await rollWorld(db, world);
  }
  const env = { SIGHTLINE_DATA: join(dataRoot(), String(runs)), ADMIN_API_KEYS: key, LOG_LEVEL: 'silent' };
  const server = await startServer(env);
  const idle = watchOthers(server.url);
  await new Promise((done) => setTimeout(done, 2_000));
  const idleMs = await idle();
  const kinds = kindsOf({ brandId: world.brandId, promptId: promptsOf(world)[0]?.id ?? '', end: windowEnd });
  const readings: CostReading[] = [];
  for (const [name, kind] of kinds) {
    const reading = await measureKind(server, name, kind);
    process.stderr.write(`  ${name}: ${reading.aliases} aliases, cost ${reading.cost}, ${reading.ms.toFixed(0)} ms\n`);
    readings.push(reading);
  }
  server.child.disconnect();
  await once(server.child, 'exit');
  return { runs, idleMs, readings };
}

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

async function startServer(env: Readonly<Record<string, string>>): Promise<Server> {
  const child = fork(new URL('./cost-serve.ts', import.meta.url).pathname, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}

async function measureKind(server: Server, name: string, kind: KindOf): Promise<CostReading> {
  const aliases = await largestAccepted(server, kind);
  await blockedSince(server);
  const others = watchOthers(server.url);
  const answers: Answered[] = [];
  const isOver = () => answers.reduce((total, { ms }) => total + ms, 0) > enoughMs;
  while (answers.length < rounds && !isOver()) answers.push(await ask(server, kind(aliases)));
  const otherMs = await others();
  const blockedMs = await blockedSince(server);
  const [first] = answers;
  if (first?.status !== 200) process.stderr.write(`  ${name}: ${first?.status} ${first?.text.slice(0, 200)}\n`);
  const ms = median(answers.map((answer) => answer.ms));
  const { status = 0, cost = 0, text = '' } = first ?? {};
  return { name, aliases, status, cost, bytes: text.length, ms, blockedMs, otherMs };
}

/** The most aliases that are within the limits, of a few numbers; whether the answer comes in time is another matter. */
async function largestAccepted(server: Server, kind: KindOf): Promise<number> {
  for (let aliases = maxAliases; aliases > 1; aliases = Math.floor(aliases / 1.5))
    if ((await ask(server, kind(aliases))).status !== 400) return aliases;
  return 1;
}

interface Answered {
  readonly status: number;
  readonly cost: number;
  readonly text: string;
  readonly ms: number;
}

async function ask({ url }: Server, query: string): Promise<Answered> {
  const start = performance.now();
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const text = await response.text();
  const cost = Number(response.headers.get('x-query-cost'));
  return { status: response.status, cost, text, ms: performance.now() - start };
}

/** Sends small requests one after the other until it is called; resolves to the longest time of one. */
function watchOthers(url: string): () => Promise<number> {
  let isOver = false;
  let longest = 0;
  const paths = ['/health/live', '/api/v1/models'];
  const watching = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const start = performance.now();
      const response = await fetch(url + paths[at % paths.length], { headers });
      await response.arrayBuffer();
      longest = Math.max(longest, performance.now() - start);
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}

async function blockedSince({ child }: Server): Promise<number> {
  child.send('read');
  const [{ blockedMs }] = await once(child, 'message');
  return blockedMs;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
