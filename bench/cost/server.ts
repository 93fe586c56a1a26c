// The server under test in a process of its own, and the clients that ask it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

export interface Answered {
  readonly status: number;
  /** 0 where the document was refused before it was weighed. */
  readonly cost: number;
  readonly text: string;
  readonly ms: number;
}

export interface Request {
  readonly query: string;
  readonly variables?: unknown;
}

export const adminKey = 'bench-admin-key-0123456789';
const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' };
const smallRequests = ['/health/live', '/api/v1/models'];

export async function startServer(env: Readonly<Record<string, string>>): Promise<Server> {
  const child = fork(new URL('./serve.ts', import.meta.url).pathname, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}

export async function stopServer({ child }: Server): Promise<void> {
  child.disconnect();
  await once(child, 'exit');
}

export async function ask({ url }: Server, request: Request): Promise<Answered> {
  const start = performance.now();
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(request) });
  const text = await response.text();
  const cost = Number(response.headers.get('x-query-cost'));
  return { status: response.status, cost, text, ms: performance.now() - start };
}

/** Sends small requests one after the other until it is called; resolves to their times in milliseconds. */
export function watchOthers({ url }: Server): () => Promise<readonly number[]> {
  let isOver = false;
  const times: number[] = [];
  const watching = (async () => {
    for (let at = 0; !isOver; at += 1) {
      const start = performance.now();
      const response = await fetch(url + smallRequests[at % smallRequests.length], { headers });
      await response.arrayBuffer();
      times.push(performance.now() - start);
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return times;
  };
}

/** The longest time that the event loop was blocked since the last call. */
export async function blockedSince({ child }: Server): Promise<number> {
  child.send('read');
  const [{ blockedMs }] = await once(child, 'message');
  return blockedMs;
}
