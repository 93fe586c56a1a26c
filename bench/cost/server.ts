// The server under test in a process of its own, and the clients that ask it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Question } from '../../test/support/dearest/values.js';
import { timed, whilst } from '../measure.js';

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
const authorization = { authorization: `Bearer ${adminKey}` };
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

export function ask(server: Server, request: Request): Promise<Answered> {
  return send(server, {
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
}

/** A POST, if it has a body. */
export async function send({ url }: Server, { path, headers, body }: Omit<Question, 'name'>): Promise<Answered> {
  const start = performance.now();
  const post = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(url + path, { headers: { ...authorization, ...headers }, ...post });
  const text = await response.text();
  const cost = Number(response.headers.get('x-query-cost'));
  return { status: response.status, cost, text, ms: performance.now() - start };
}

/** Sends small requests one after the other until `work` is done; resolves to their times in milliseconds. */
export async function othersBeside({ url }: Server, work: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  const look = async () => {
    const path = smallRequests[times.length % smallRequests.length];
    const { ms } = await timed(async () => (await fetch(url + path, { headers: authorization })).arrayBuffer());
    times.push(ms);
  };
  await whilst(work, 5, look);
  return times;
}

/** What the process took since the last call. */
export interface Taken {
  /** The longest stretch that its event loop was held, in processor time. */
  readonly heldMs: number;
  /** Its memory now. */
  readonly residentBytes: number;
}

export async function takenSince({ child }: Server): Promise<Taken> {
  child.send('read');
  const [taken] = await once(child, 'message');
  return taken;
}
