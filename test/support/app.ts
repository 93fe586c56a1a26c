// The whole application over a test database, asked without a port.

import { type App, openApp } from '../../src/app.js';
import { generateKey } from '../../src/auth/key.js';
import { insertKey } from '../../src/auth/store.js';
import { type Config, readConfig } from '../../src/config.js';
import type { Database } from '../../src/database/postgres.js';
import { createLog } from '../../src/server/watch/log.js';
import { undescribed } from './rest-description.js';

/** A JSON answer, its body as it was sent and parsed. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  readonly body: any;
}

export interface ToolReply extends Reply {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the result
  readonly result: any;
}

export interface TestApp extends App {
  readonly adminKey: string;
  /** What was logged, one object a line. */
  readonly logged: readonly Record<string, unknown>[];
  /** GET; without a key the admin's is sent, with `null` none. An answer of REST that its description does not allow is thrown. */
  get(path: string, key?: string | null): Promise<Reply>;
  /** POST to /graphql as clients of today do. */
  graphql(query: string, variables?: Record<string, unknown>, key?: string | null): Promise<Reply>;
  /** A call of a tool of the Model Context Protocol; `result` is `null` where there is none. */
  tool(name: string, given: Readonly<Record<string, unknown>>, key?: string | null): Promise<ToolReply>;
  /** Any request. */
  send(path: string, init?: RequestInit, key?: string | null): Promise<Reply>;
}

export const adminKey = 'admin-key-of-the-tests';

/** The application over `db`, which stays open. */
export async function testApp(
  db: Database,
  overrides: Partial<Config> = {},
  more: { readonly clock?: () => Date } = {},
): Promise<TestApp> {
  const logged: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void logged.push(JSON.parse(line)) });
  // Tests that send bad keys by the hundred all come from nowhere.
  const config = { ...readConfig({ ADMIN_API_KEYS: adminKey, AUTH_FAILURES_PER_MINUTE: '0' }), ...overrides };
  const app = await openApp(config, { db, log, ...more });
  const send: TestApp['send'] = async (path, init = {}, key = adminKey) => {
    const headers = new Headers(init.headers);
    if (key !== null) headers.set('authorization', `Bearer ${key}`);
    return toReply(await app.fetch(new Request(`http://sightline.test${path}`, { ...init, headers })));
  };
  return {
    ...app,
    adminKey,
    logged,
    send,
    get: async (path, key) => {
      const reply = await send(path, {}, key);
      const isRest = path.startsWith('/api/v1/') && !/^\/api\/v1\/(docs|openapi\.json)/.test(path);
      const problems = isRest ? undescribed(path, reply) : [];
      if (problems.length > 0) throw new Error(`The description of REST is wrong:\n${problems.join('\n')}`);
      return reply;
    },
    tool: async (name, given, key) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
      const reply = await send('/mcp', { method: 'POST', headers: asMessage, body: JSON.stringify(message) }, key);
      const [, data] = /^event: message\ndata: (.*)/.exec(reply.text) ?? [];
      return { ...reply, result: data === undefined ? null : JSON.parse(data).result };
    },
    graphql: (query, variables = {}, key = adminKey) =>
      send('/graphql', { method: 'POST', headers: asGraphQL, body: JSON.stringify({ query, variables }) }, key),
  };
}

const asMessage = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const asGraphQL = { 'content-type': 'application/json', accept: 'application/graphql-response+json' };

/** The answer as it was sent and parsed. */
export async function toReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '') && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

interface KeyWish {
  readonly organizationId: string;
  readonly brandIds?: readonly string[];
  readonly expiresAt?: Date;
  readonly record?: boolean;
}

/** Stores a new organization key and yields its id and token. */
export async function storeKey(db: Database, { organizationId, brandIds, expiresAt, record }: KeyWish) {
  const { id, token, hash } = generateKey();
  const key = { id, organizationId, name: 'test', hash, brandIds: brandIds ?? null, expiresAt: expiresAt ?? null };
  await insertKey(db, { ...key, record: record ?? false });
  return { id, token };
}
