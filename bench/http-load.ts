// A load generator in its own process: sends requests as fast as the connections allow and records the time and status of each response.

import autocannon from 'autocannon';
import { quantile } from './measure.js';

/** The requests to send, from the parent process. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Sent one after the other, then again from the first. */
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

process.once('message', async (load: Load) => {
  process.send?.(await run(load));
  process.disconnect();
});

async function run({ port, connections, seconds, requests }: Load): Promise<Loaded> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const { errors, timeouts } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections,
        duration: seconds,
        requests: requests.map((request) => ({ ...request, headers: { ...request.headers } })),
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    running.on('response', (_client, status, _bytes, ms) => {
      times.push(ms);
      statuses[status] = (statuses[status] ?? 0) + 1;
    });
  });
  const elapsed = (performance.now() - started) / 1000;
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantile(times, share));
  return { requestsPerSecond: times.length / elapsed, p50, p95, p99, statuses, errors: errors + timeouts };
}
