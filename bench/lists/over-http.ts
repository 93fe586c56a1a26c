// What is measured over HTTP: how much certainty adds to an analytics request, and a whole list as CSV, its time and the memory of the server.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { timingOf } from '../measure.js';
import { windowEnd } from '../questions.js';
import { dayMs, endInstant, firstInstant } from '../world.js';

const key = 'bench-admin-key-0123456789';
const rounds = 60;
const quarterMs = 900_000;

const documents = {
  'analytics of 90 days': 'visibility { current interval { low high } } shareOfVoice { brand interval { low high } }',
  'with robust intervals':
    'visibility { current robustInterval { low high } } shareOfVoice { brand robustInterval { low high } }',
  'with the change':
    'visibility { current interval { low high } } shareOfVoice { brand interval { low high } } change { visibility { difference low high } shareOfVoice { difference low high } }',
};

export async function benchOverHttp(dataFolder: string, brandId: string) {
  const server = fork(new URL('../http/serve.ts', import.meta.url).pathname, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, SIGHTLINE_DATA: dataFolder, ADMIN_API_KEYS: key, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(server, 'message');
  const url = `http://127.0.0.1:${port}`;
  const certainty = await measureCertainty(url, brandId);
  await readWhole(url, brandId);
  const wholeList = await watched(server, () => readWhole(url, brandId));
  server.disconnect();
  await once(server, 'exit');
  return { certainty, wholeList };
}

/** One after the other, so that all see the same load. No two requests have the same window. */
async function measureCertainty(url: string, brandId: string) {
  const times = new Map(Object.keys(documents).map((name) => [name, [] as number[]]));
  let shift = 0;
  for (let round = -10; round < rounds; round++) {
    for (const [name, fields] of Object.entries(documents)) {
      const ms = await askGraphql(url, { brandId, fields, end: windowEnd - shift++ * quarterMs });
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  return [...times].map(([name, list]) => ({ name, timing: timingOf(list) }));
}

interface Asked {
  readonly brandId: string;
  readonly fields: string;
  readonly end: number;
}

async function askGraphql(url: string, { brandId, fields, end }: Asked): Promise<number> {
  const [start, last] = [new Date(end - 90 * dayMs).toISOString(), new Date(end).toISOString()];
  const query = `{ brandAnalytics(brandId: "${brandId}", start: "${start}", end: "${last}") { ${fields} } }`;
  const began = performance.now();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { readonly errors?: unknown }; // safe because the response is GraphQL's
  if (errors) throw new Error(JSON.stringify(errors));
  return performance.now() - began;
}

/** All URLs of the brand as CSV, counted and thrown away as they arrive. */
async function readWhole(url: string, brandId: string) {
  const window = { start: new Date(firstInstant).toISOString(), end: new Date(endInstant).toISOString() };
  const path = `/api/v1/brands/${brandId}/citations/urls?${new URLSearchParams(window)}`;
  const began = performance.now();
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}`, accept: 'text/csv' } });
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

/** The list, and how many bytes more memory than before the server had at most while it was read: `null` where the system does not report it. */
async function watched<T>({ pid }: ChildProcess, read: () => Promise<T>) {
  const before = await memoryOf(pid);
  let [most, isOver] = [before ?? 0, false];
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, (await memoryOf(pid)) ?? 0);
      await setTimeout(20);
    }
  })();
  const list = await read();
  isOver = true;
  await watching;
  return { ...list, addedBytes: before === null ? null : most - before };
}

/** Resident memory in bytes, as Linux reports it. */
async function memoryOf(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
}
