// What is measured over HTTP: how much certainty adds to an analytics request, breakdowns and signals as REST answers them, and a whole list as
// CSV, its time and the memory of the server.

import { quarterMs } from '../../src/domain/limits.js';
import { ask, memoryOf, startServer } from '../http/processes.js';
import { get, graphql, type Request } from '../http/requests.js';
import { timed, timingOf, whilst } from '../measure.js';
import { windowEnd, windowOf, writtenWindow } from '../questions.js';
import { endInstant, firstInstant } from '../world.js';

const rounds = 60;
const lookMs = 20;
/** As browsers ask. */
const compressed = { 'accept-encoding': 'gzip, deflate' };

const documents = {
  'analytics of 90 days': 'visibility { current interval { low high } } shareOfVoice { brand interval { low high } }',
  'with robust intervals':
    'visibility { current robustInterval { low high } } shareOfVoice { brand robustInterval { low high } }',
  'with the change':
    'visibility { current interval { low high } } shareOfVoice { brand interval { low high } } change { visibility { difference low high } shareOfVoice { difference low high } }',
};

type Windowed = (window: ReturnType<typeof writtenWindow>) => Request;

export async function benchOverHttp(dataFolder: string, brandId: string) {
  await using server = await startServer({ dataFolder });
  const byGraphql = Object.entries(documents).map(([name, fields]): [string, Windowed] => [
    name,
    ({ start, end }) =>
      graphql(`{ brandAnalytics(brandId: "${brandId}", start: "${start}", end: "${end}") { ${fields} } }`, {}),
  ]);
  const certainty = await measureNew(server.port, byGraphql);
  const byRest = ['tag,model', 'prompt,model', 'company,week'].map((by): [string, Windowed] => [
    `by=${by}`,
    (window) => get(`brands/${brandId}/breakdown`, { by, limit: '1000', ...window }),
  ]);
  const whole = await measureNew(server.port, [
    ...byRest,
    ['signals', (window) => get(`brands/${brandId}/signals`, window)],
  ]);
  await readWhole(server.port, brandId);
  const before = await memoryOf(server.pid);
  let most = before;
  const look = async () => {
    most = Math.max(most, await memoryOf(server.pid));
  };
  const list = await whilst(() => readWhole(server.port, brandId), lookMs, look);
  return { certainty, whole, wholeList: { ...list, addedBytes: most - before } };
}

/** One after the other, so that all see the same load. No two requests have the same window. */
async function measureNew(port: number, requests: readonly (readonly [string, Windowed])[]) {
  const times = new Map(requests.map(([name]) => [name, [] as number[]]));
  let shift = 0;
  for (let round = -10; round < rounds; round++) {
    for (const [name, requestOf] of requests) {
      const request = requestOf(writtenWindow(windowOf(90, windowEnd - shift++ * quarterMs)));
      const headers = { ...request.headers, ...compressed };
      const { ms, value } = await timed(async () => (await ask(port, { ...request, headers })).text());
      const { errors, error } = JSON.parse(value);
      if (errors ?? error) throw new Error(value);
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  return [...times].map(([name, list]) => ({ name, timing: timingOf(list) }));
}

/** All URLs of the brand as CSV, counted and thrown away as they arrive. */
async function readWhole(port: number, brandId: string) {
  const request = get(`brands/${brandId}/citations/urls`, writtenWindow({ start: firstInstant, end: endInstant }));
  const began = performance.now();
  const response = await ask(port, { ...request, headers: { ...request.headers, ...compressed, accept: 'text/csv' } });
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`);
  let [firstMs, bytes, lines]: [number | null, number, number] = [null, 0, 0];
  const reader = response.body.getReader();
  for (let { value: chunk } = await reader.read(); chunk; { value: chunk } = await reader.read()) {
    firstMs ??= performance.now() - began;
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { rows: lines - 1, bytes, ms: performance.now() - began, firstMs: firstMs ?? Number.NaN };
}
