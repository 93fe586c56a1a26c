// The stage `http`: REST and GraphQL with new questions, with the same question again, and with 304s, each next to a bare node:http server that
// sends the same bytes; and small requests while there is more to do than can be done.

import { join } from 'node:path';
import { quarterMs } from '../../src/domain/limits.js';
import { coldTilesContestant, tilesContestant } from '../contestant.js';
import { dataRoot, prepared, worldOf } from '../data.js';
import { measure } from '../measure.js';
import { question, windowEnd } from '../questions.js';
import { promptsOf } from '../world.js';
import { benchOverload } from './overload.js';
import { ask, load, loadBare, type Server, startServer, tagOf } from './processes.js';
import { conditional, FreshWindows, kindsOf, type Request } from './requests.js';

const seconds = 3;
/** Before what is measured of a kind: a server that has just started compiles besides. */
const warmSeconds = 10;
/** More than a connection can ask in the time of one reading. */
const freshWindows = 30_000;

export async function benchHttp(runs: number) {
  const { brandId, ...world } = worldOf(runs);
  const { alone, aloneCold } = await measureAlone(runs);
  await using server = await startServer({ dataFolder: join(dataRoot(), String(runs)) });
  const kinds = kindsOf(brandId, promptsOf({ brandId, ...world })[0]?.id ?? '');
  const fresh = new FreshWindows();
  const first = kinds['REST analytics'];
  if (!first) throw new Error('There is no kind to begin with.');
  const start = performance.now();
  await (await ask(server.port, first(0))).arrayBuffer();
  const firstMs = performance.now() - start;
  const readings = [];
  for (const [name, kind] of Object.entries(kinds)) {
    const measureWay = (way: Measured['way'], connections: number, requests: readonly Request[]) =>
      measureKind(server, { name, way, connections, requests });
    await load({ port: server.port, connections: 10, seconds: warmSeconds, requests: fresh.take(kind, freshWindows) });
    for (const connections of [1, 10])
      readings.push(await measureWay('new', connections, fresh.take(kind, freshWindows)));
    readings.push(await measureWay('again', 10, [kind(0)]));
    const tag = await tagOf(server.port, kind(0));
    if (tag && kind(0).method === 'GET') readings.push(await measureWay('304', 10, [conditional(kind(0), tag)]));
  }
  return { runs, readings, firstMs, alone, aloneCold, overload: await benchOverload(server, first, fresh) };
}

export type Http = Awaited<ReturnType<typeof benchHttp>>;
export type HttpReading = Http['readings'][number];

/** Just before the requests, so that both are measured under the same load; no two windows are the same here either. */
async function measureAlone(runs: number) {
  const world = worldOf(runs);
  await using db = await prepared(world);
  let shift = 0;
  const timingOf = async ({ read }: ReturnType<typeof tilesContestant>) => {
    const next = () => read(question(world.brandId, 90, { end: windowEnd - shift++ * quarterMs }));
    await measure(next, { least: 50, most: 50, budgetMs: 0 });
    return measure(next, { least: 50, most: 1_000, budgetMs: seconds * 1_000 });
  };
  return { alone: await timingOf(tilesContestant(db)), aloneCold: await timingOf(coldTilesContestant(db)) };
}

interface Measured {
  readonly name: string;
  /** Another question each time, the same again, or whether it is still the same. */
  readonly way: 'new' | 'again' | '304';
  readonly connections: number;
  readonly requests: readonly Request[];
}

/** `bytes` of one answer's body; `bare` server's requests a second with the same answer; `jsonMs` in which an answer's data becomes its JSON. */
async function measureKind({ port }: Server, { requests, ...what }: Measured) {
  const { name, way, connections } = what;
  const [first] = requests;
  if (!first) throw new Error('There is nothing to ask.');
  const answer = await ask(port, first);
  const body = await answer.text();
  const loaded = await load({ port, connections, seconds, requests });
  const headers = Object.fromEntries(
    [...answer.headers].filter(([header]) => !['connection', 'keep-alive', 'date'].includes(header)),
  );
  const bare = await loadBare({ status: answer.status, headers, body }, { connections, seconds, requests: [first] });
  const wrong = Object.keys(loaded.statuses).filter((status) => status !== String(answer.status));
  if (answer.status >= 400 || wrong.length > 0)
    throw new Error(`${name}: ${answer.status} ${JSON.stringify(loaded.statuses)} ${body.slice(0, 500)}`);
  process.stderr.write(
    `  ${name}, ${way}, ${connections} connections: ${loaded.requestsPerSecond.toFixed(0)}/s, p50 ${loaded.p50.toFixed(1)} ms; bare ${bare.toFixed(0)}/s\n`,
  );
  return {
    ...loaded,
    ...what,
    bytes: Buffer.byteLength(body),
    bare,
    jsonMs: await timeJson(JSON.parse(body || 'null')),
  };
}

async function timeJson(data: unknown): Promise<number> {
  const write = async () => JSON.stringify(data);
  const effort = { least: 100, most: 100, budgetMs: 0 };
  await measure(write, effort);
  return (await measure(write, effort)).median;
}
