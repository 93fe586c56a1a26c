// Small requests (health, models, a 304) while new questions come: none, as many as can be answered, and twice as many, whether or not the ones
// before were answered.

import { once } from 'node:events';
import { quantile } from '../measure.js';
import type { Probed } from './probe.js';
import { child, load, type Server, tagOf } from './processes.js';
import { conditional, type FreshWindows, get, type Kind, type Request } from './requests.js';

const seconds = 10;
const settleMs = 500;

export async function benchOverload(server: Server, kind: Kind, fresh: FreshWindows) {
  const { port } = server;
  const tag = await tagOf(port, kind(0));
  const small: Readonly<Record<string, Request>> = {
    health: { method: 'GET', path: '/health/live', headers: {} },
    models: get('models'),
    '304': conditional(kind(0), tag),
  };
  const requests = fresh.take(kind, 20_000);
  const { requestsPerSecond: perSecond } = await load({ port, connections: 10, seconds: 4, requests });
  const at = (rate: number) => measureAt(port, { small, kind, fresh, perSecond: rate });
  return { idle: await at(0), saturated: await at(perSecond), twice: await at(2 * perSecond) };
}

interface Rate {
  readonly small: Readonly<Record<string, Request>>;
  readonly kind: Kind;
  readonly fresh: FreshWindows;
  readonly perSecond: number;
}

export type OverloadReading = Awaited<ReturnType<typeof measureAt>>;

/** The 99th percentile of each small request in milliseconds, and how many new questions were answered by each status. */
async function measureAt(port: number, { small, kind, fresh, perSecond }: Rate) {
  const count = Math.ceil(perSecond * (seconds + 1));
  const loading =
    perSecond > 0
      ? load({ port, connections: 0, seconds, perSecond, requests: fresh.take(kind, count) })
      : new Promise<null>((done) => setTimeout(done, (seconds * 1_000) / 2, null));
  await new Promise((done) => setTimeout(done, settleMs));
  const probe = child('probe');
  probe.send({ port, requests: small });
  const loaded = await loading;
  probe.send('over');
  const [times] = await once(probe, 'message');
  // safe because that is all that the process sends
  const p99 = Object.entries(times as Probed).map(([name, list]) => [name, quantile(list, 0.99)] as const);
  process.stderr.write(
    `  ${perSecond.toFixed(0)}/s: p99 ${p99.map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`).join(', ')}\n`,
  );
  return { perSecond, p99: Object.fromEntries(p99), statuses: loaded?.statuses ?? {} };
}
