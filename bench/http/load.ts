// A load generator in its own process: sends requests as fast as the connections allow, or so many a second, and records the time and status of
// each response.

import { Agent, request as httpRequest } from 'node:http';
import autocannon, { type Result } from 'autocannon';
import { quantile } from '../measure.js';

/** The requests to send, from the parent process. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** So many, whether or not the ones before are answered; then `connections` says nothing. */
  readonly perSecond?: number;
  /** Dealt out to the connections, sent one after the other, then again from the first. */
  readonly requests: readonly {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
}

/** The result: milliseconds, and the number of responses by status. */
export interface Loaded {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly errors: number;
}

interface Seen {
  readonly times: number[];
  readonly statuses: Record<string, number>;
}

process.once('message', async (load: Load) => {
  process.send?.(await run(load));
  process.exit(0);
});

async function run(load: Load): Promise<Loaded> {
  const seen: Seen = { times: [], statuses: {} };
  const started = performance.now();
  const errors = await (load.perSecond === undefined ? sendByConnections : sendBySeconds)(load, seen);
  const elapsed = (performance.now() - started) / 1000;
  const { times, statuses } = seen;
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantile(times, share));
  return { requestsPerSecond: times.length / elapsed, p50, p95, p99, statuses, errors };
}

function note({ times, statuses }: Seen, status: number, ms: number): void {
  times.push(ms);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

async function sendByConnections({ port, connections, seconds, requests }: Load, seen: Seen): Promise<number> {
  let next = 0;
  const { errors, timeouts } = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        duration: seconds,
        // Otherwise every connection would send all of them, and ten would ask each question at once.
        setupClient: (client) => {
          const at = next++ % connections;
          const own = requests.filter((_, index) => index % connections === at % requests.length);
          client.setRequests(own.map((request) => ({ ...request, headers: { ...request.headers } })));
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    running.on('response', (_client, status, _bytes, ms) => note(seen, status, ms));
  });
  return errors + timeouts;
}

const tickMs = 5;

/** Sends by the clock. Waits for the answers to all that was sent. */
async function sendBySeconds({ port, seconds, perSecond = 1, requests }: Load, seen: Seen): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const pending: Promise<boolean>[] = [];
  const started = performance.now();
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - started) / 1000) {
    while (pending.length < elapsed * perSecond) {
      const request = requests[pending.length % requests.length];
      if (request) pending.push(send(agent, { port, seen }, request));
    }
    await new Promise((done) => setTimeout(done, tickMs));
  }
  const failed = (await Promise.all(pending)).filter((answered) => !answered).length;
  agent.destroy();
  return failed;
}

/** Whether it was answered. */
function send(agent: Agent, { port, seen }: Target, { body, ...request }: Load['requests'][number]): Promise<boolean> {
  const start = performance.now();
  return new Promise((resolve) => {
    const sent = httpRequest({ ...request, host: '127.0.0.1', port, agent }, (response) => {
      response.resume();
      response.on('end', () => {
        note(seen, response.statusCode ?? 0, performance.now() - start);
        resolve(true);
      });
    });
    sent.on('error', () => resolve(false));
    sent.end(body);
  });
}

interface Target {
  readonly port: number;
  readonly seen: Seen;
}
