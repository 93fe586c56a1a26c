// Both operations over HTTP by REST and GraphQL, with full responses and with 304, next to a bare node:http server that sends the same bytes.
// Server and load run in processes of their own, on the same machine.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { brandAnalytics, promptRuns } from '../src/server/rest/documents.js';
import { tilesContestant } from './contestant.js';
import { dataRoot, fillWorld, openFolder, rollWorld, worldOf } from './data.js';
import type { BareAnswer } from './http-bare.js';
import type { Load, Loaded } from './http-load.js';
import { measure, type Timing } from './measure.js';
import { question, windowEnd } from './questions.js';
import { dayMs, promptsOf } from './world.js';

/** One kind of request under load. */
export interface HttpReading extends Loaded {
  readonly name: string;
  readonly connections: number;
  /** Bytes of one answer's body. */
  readonly bytes: number;
  /** Requests a second of the bare server with the same answer. */
  readonly bare: number;
}

export interface Http {
  readonly runs: number;
  readonly readings: readonly HttpReading[];
  /** The first response of a process that has just started, in milliseconds. */
  readonly firstMs: number;
  /** The same figures of 90 days read without HTTP and GraphQL, one after the other. */
  readonly alone: Timing;
  /** Whether responses have an ETag; without it there is no 304. */
  readonly hasETag: boolean;
}

const key = 'bench-admin-key-0123456789';
const seconds = 4;
const quarterMs = 900_000;

type Request = Load['requests'][number];

export async function benchHttp(runs: number): Promise<Http> {
  const world = worldOf(runs);
  const alone = await measureAlone(runs);
  const promptId = promptsOf(world)[0]?.id ?? '';
  const env = { SIGHTLINE_DATA: join(dataRoot(), String(runs)), ADMIN_API_KEYS: key, LOG_LEVEL: 'silent' };
  const server = child('http-serve', env);
  const [{ port }] = await once(server, 'message');
  const start = performance.now();
  await ask(port, analytics(world.brandId, 0));
  const firstMs = performance.now() - start;
  const kinds: Readonly<Record<string, (shift: number) => Request>> = {
    'REST analytics': (shift) => analytics(world.brandId, shift),
    'GraphQL analytics': (shift) => graphql(brandAnalytics, { brandId: world.brandId, ...windowOf(shift) }),
    'REST runs': (shift) => get(`prompts/${promptId}/runs`, windowOf(shift)),
    'GraphQL runs': (shift) => graphql(promptRuns, { promptId, ...windowOf(shift) }),
  };
  const readings: HttpReading[] = [];
  let hasETag = false;
  for (const [name, kind] of Object.entries(kinds)) {
    readings.push(...(await measureFull(port, name, kind)));
    const tag = (await ask(port, kind(0))).headers.get('etag');
    if (!tag) continue;
    hasETag = true;
    readings.push(
      await measureKind(port, { name: `${name}, 304`, connections: 10, requests: [conditional(kind(0), tag)] }),
    );
  }
  server.disconnect();
  await once(server, 'exit');
  return { runs, readings, firstMs, alone, hasETag };
}

/** Just before the requests, so that both are measured under the same load; no two windows are the same here either. */
async function measureAlone(runs: number): Promise<Timing> {
  await using db = await openFolder(String(runs));
  const world = worldOf(runs);
  await fillWorld(db, world);
  await rollWorld(db, world);
  const tiles = tilesContestant(db);
  let shift = 0;
  const read = () => tiles.read(question(world.brandId, 90, { end: windowEnd - shift++ * quarterMs }));
  await measure({ least: 50, most: 50, budgetMs: 0 }, read);
  // Awaited here: the database is closed when the function is left.
  return await measure({ least: 50, most: 1_000, budgetMs: seconds * 1_000 }, read);
}

/** Every request has a different window, so that no response can be reused. */
async function measureFull(
  port: number,
  name: string,
  kind: (shift: number) => Request,
): Promise<readonly HttpReading[]> {
  const readings: HttpReading[] = [];
  for (const connections of [1, 10]) {
    const shifts = Array.from({ length: 2_000 }, (_, at) => (connections - 1) * 2_000 + at);
    readings.push(await measureKind(port, { name, connections, requests: shifts.map(kind) }));
  }
  return readings;
}

interface Kind {
  readonly name: string;
  readonly connections: number;
  readonly requests: readonly Request[];
}

async function measureKind(port: number, { name, connections, requests }: Kind): Promise<HttpReading> {
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
    `  ${name}, ${connections} connections: ${loaded.requestsPerSecond.toFixed(0)}/s, p50 ${loaded.p50.toFixed(1)} ms; bare ${bare.toFixed(0)}/s\n`,
  );
  return { ...loaded, name, connections, bytes: Buffer.byteLength(body), bare };
}

function windowOf(shift: number) {
  const end = new Date(windowEnd - shift * quarterMs);
  return { start: new Date(end.getTime() - 90 * dayMs).toISOString(), end: end.toISOString() };
}

function analytics(brandId: string, shift: number): Request {
  return get(`brands/${brandId}/analytics`, windowOf(shift));
}

const headers = { authorization: `Bearer ${key}` };

function get(path: string, query: Readonly<Record<string, string>>): Request {
  return { method: 'GET', path: `/api/v1/${path}?${new URLSearchParams(query)}`, headers };
}

function graphql(query: string, variables: object): Request {
  const body = JSON.stringify({ query, variables });
  return { method: 'POST', path: '/graphql', headers: { ...headers, 'content-type': 'application/json' }, body };
}

function conditional(request: Request, tag: string): Request {
  return { ...request, headers: { ...request.headers, 'if-none-match': tag } };
}

function ask(port: number, { method, path, headers: given, body }: Request): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers: given, ...(body ? { body } : {}) });
}

async function load(what: Load): Promise<Loaded> {
  const loader = child('http-load');
  loader.send(what);
  const [loaded] = await once(loader, 'message');
  return loaded as Loaded; // safe because that is all that the process sends
}

async function loadBare(answer: BareAnswer, what: Omit<Load, 'port'>): Promise<number> {
  const bare = child('http-bare');
  bare.send(answer);
  const [{ port }] = await once(bare, 'message');
  const { requestsPerSecond } = await load({ ...what, port });
  bare.kill();
  await once(bare, 'exit');
  return requestsPerSecond;
}

function child(name: string, env: Readonly<Record<string, string>> = {}): ChildProcess {
  const path = new URL(`./${name}.ts`, import.meta.url).pathname;
  return fork(path, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
