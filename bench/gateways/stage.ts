// The stage `gateways`: 1, 2 and 4 servers on one database, all on this machine: requests a second of all of them together, and what a request costs
// a server and the database. The costs are what a cluster is reckoned from (docs/scale.md), because the machine's processors are shared by all.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dataRoot, type openFolder, prepared, worldOf } from '../data.js';
import type { Loaded } from '../http/load.js';
import { load, memoryOf, type Server, startServer, tagOf } from '../http/processes.js';
import { conditional, FreshWindows, get, kindsOf, type Request } from '../http/requests.js';
import { megabytes, round, table } from '../markdown.js';
import { whilst } from '../measure.js';
import { promptsOf } from '../world.js';
import { timeOf, timeOfFamily } from './processor-time.js';

const serverCounts = [1, 2, 4];
const clients = 16;
const seconds = 5;
/** Before what is measured, so that nothing is compiled or opened in it. */
const warmUpSeconds = 2;
const sampleMs = 250;
const freshWindows = 10_000;

/** `memory`: of one server after all of it, in bytes. */
export async function benchGateways(runs: number) {
  const world = worldOf(runs);
  const dataFolder = join(dataRoot(), String(runs));
  await using db = await prepared(world);
  const fresh = new FreshWindows();
  const kinds = kindsOf(world.brandId, promptsOf(world)[0]?.id ?? '');
  const readings = [];
  let memory = 0;
  for (const count of serverCounts) {
    const servers: Server[] = [];
    try {
      for (let at = 0; at < count; at++) servers.push(await startServer({ dataFolder }));
      for (const [name, requests] of await requestsOf(servers, kinds, fresh))
        readings.push(await measure(db, { name, servers, requests }));
      memory = Math.max(memory, ...(await Promise.all(servers.map(({ pid }) => memoryOf(pid)))));
    } finally {
      for (const server of servers) await server[Symbol.asyncDispose]();
    }
  }
  return { runs, readings, memory };

  /** Rebuilt for each number of servers, because a question is new only once. */
  async function requestsOf(
    servers: readonly Server[],
    { 'REST analytics': analytics, 'REST runs': pages }: ReturnType<typeof kindsOf>,
    windows: FreshWindows,
  ): Promise<readonly (readonly [string, readonly Request[]])[]> {
    const [first] = servers;
    if (!analytics || !pages || !first) throw new Error('There is nothing to measure.');
    const tag = await tagOf(first.port, analytics(0));
    return [
      ['analytics, new', windows.take(analytics, freshWindows)],
      ['page of runs, new', windows.take(pages, freshWindows)],
      ['analytics, again', [analytics(0)]],
      ['analytics, 304', [conditional(analytics(0), tag)]],
      ['models', [get('models')]],
    ];
  }
}

type Gateways = Awaited<ReturnType<typeof benchGateways>>;

interface Measured {
  readonly name: string;
  readonly servers: readonly Server[];
  readonly requests: readonly Request[];
}

type Open = Awaited<ReturnType<typeof openFolder>>;

/** Percentiles are those of the slowest server; times and transactions are those of one request, and a statement on its own is a transaction. */
async function measure(db: Open, { name, servers, requests }: Measured) {
  const postmaster = await postmasterOf(servers);
  const snapshot = async () => ({
    servers: (await Promise.all(servers.map(({ pid }) => timeOf(pid)))).reduce((sum, ms) => sum + ms, 0),
    database: await timeOfFamily(postmaster),
    transactions: await transactionsOf(db),
  });
  const own = (at: number) => requests.filter((_, index) => requests.length === 1 || index % servers.length === at);
  // The second half of the questions, so that those of the first are still new.
  await loadAll(servers, (at) => own(at).slice(Math.floor(own(at).length / 2)), warmUpSeconds);
  const before = await snapshot();
  let connections = 0;
  const count = async () => {
    connections = Math.max(connections, await connectionsOf(db));
  };
  const loaded = await whilst(() => loadAll(servers, own, seconds), sampleMs, count);
  const after = await snapshot();
  requireAnswers(name, loaded);
  const answered = loaded.reduce((sum, { statuses }) => sum + Object.values(statuses).reduce((a, b) => a + b, 0), 0);
  const reading = {
    name,
    servers: servers.length,
    requestsPerSecond: loaded.reduce((sum, each) => sum + each.requestsPerSecond, 0),
    p50: Math.max(...loaded.map(({ p50 }) => p50)),
    p99: Math.max(...loaded.map(({ p99 }) => p99)),
    serverMs: (after.servers - before.servers) / answered,
    databaseMs: (after.database - before.database) / answered,
    transactions: (after.transactions - before.transactions) / answered,
    connections,
  };
  process.stderr.write(
    `  ${name}, ${servers.length} servers: ${reading.requestsPerSecond.toFixed(0)}/s, p99 ${reading.p99.toFixed(1)} ms, ${reading.serverMs.toFixed(2)} + ${reading.databaseMs.toFixed(2)} ms of processor time\n`,
  );
  return reading;
}

/** All servers at once, each from a process of its own. */
function loadAll(
  servers: readonly Server[],
  own: (at: number) => readonly Request[],
  duration: number,
): Promise<readonly Loaded[]> {
  const connections = clients / servers.length;
  return Promise.all(servers.map(({ port }, at) => load({ port, connections, seconds: duration, requests: own(at) })));
}

function requireAnswers(name: string, loaded: readonly Loaded[]): void {
  for (const { statuses, errors } of loaded)
    if (errors > 0 || Object.keys(statuses).some((status) => !['200', '304'].includes(status)))
      throw new Error(`${name}: ${errors} errors, ${JSON.stringify(statuses)}`);
}

async function transactionsOf({ pool }: Open): Promise<number> {
  // Sessions report their figures when they have been idle for a second.
  await setTimeout(1_500);
  const { rows } = await pool.query<{ count: number }>(
    'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? 0;
}

/** Connections of all servers. */
async function connectionsOf({ pool }: Open): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

/** The process of the embedded PostgreSQL. */
async function postmasterOf([first]: readonly Server[]): Promise<number> {
  const file = join(first?.dataFolder ?? '', 'postgres/data/postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n', 1)[0]);
}

export function gatewaysSection({ runs, readings, memory }: Gateways): string {
  const rows = readings.map(({ name, servers, connections, ...figures }) => [
    name,
    `${servers}`,
    ...[figures.requestsPerSecond, figures.p50, figures.p99, figures.serverMs, figures.databaseMs].map(round),
    round(figures.transactions),
    `${connections}`,
  ]);
  const heads = ['', 'servers', 'requests/s', 'p50 ms', 'p99 ms', 'server ms/request', 'database ms/request'];
  return [
    '## Several servers on one database',
    `The brand of ${runs.toLocaleString('en')} runs, windows of 90 days, 16 clients in all. The servers, PostgreSQL and the load generators share the processors of one machine, so more servers cannot answer more; what a second machine would bring follows from the processor time of a request in the server and in the database, in milliseconds ([scale.md](../docs/scale.md)). One server had ${megabytes(memory)} MB of memory at the end.`,
    table([...heads, 'transactions/request', 'connections'], rows),
  ].join('\n\n');
}
