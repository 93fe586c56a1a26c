// A client that sends small requests one after the other, by name, until its parent says that it is over; then it reports their times.

import { Agent, request as httpRequest } from 'node:http';
import type { Load } from './load.js';

/** What to send, from the parent process. */
export interface Probe {
  readonly port: number;
  readonly requests: Readonly<Record<string, Load['requests'][number]>>;
}

/** Milliseconds of each request that was answered, by its name. */
export type Probed = Readonly<Record<string, readonly number[]>>;

const pauseMs = 2;

process.once('message', async (probe: Probe) => {
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  const times: Record<string, number[]> = {};
  const agent = new Agent({ keepAlive: true });
  while (!isOver) {
    for (const [name, request] of Object.entries(probe.requests)) {
      const ms = await send(agent, probe.port, request);
      const list = times[name] ?? [];
      list.push(ms);
      times[name] = list;
      await new Promise((done) => setTimeout(done, pauseMs));
    }
  }
  process.send?.(times);
  process.exit(0);
});

/** Whoever sends a small request has to get an answer, however much else there is to do. */
function send(agent: Agent, port: number, { method, path, headers }: Load['requests'][number]): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ method, path, headers, host: '127.0.0.1', port, agent }, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      if (status >= 400) reject(new Error(`${path}: ${status}`));
      response.on('end', () => resolve(performance.now() - start));
    });
    sent.on('error', reject);
    sent.end();
  });
}
