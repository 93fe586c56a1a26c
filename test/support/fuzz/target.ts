// The server that is fuzzed: the whole application at a real port, over a database that holds a small world.

import { expect } from 'vitest';
import { rollBrand } from '../../../src/tiles/roll/roll.js';
import { testApp } from '../app.js';
import { testDatabase } from '../database.js';
import { recordAll, smallWorld, smallWorldIds } from '../records.js';
import { send } from './wire.js';

export interface Target extends AsyncDisposable {
  readonly url: string;
  readonly adminKey: string;
  /** Asks what was asked at first: throws where the answer is another, or where anything unexpected was logged meanwhile. */
  assertUnmoved(): Promise<void>;
}

/** Opens a target; whoever opens it disposes of it. */
export async function openTarget(): Promise<Target> {
  const db = await testDatabase();
  await recordAll(db, smallWorld());
  await rollBrand(db, smallWorldIds.brand);
  const app = await testApp(db, { rateLimitPerMinute: 0 });
  const server = await app.listen({ host: '127.0.0.1', port: 0, graceMs: 0 });
  const ask = () => send(server.url, known(app.adminKey));
  const first = await ask();
  expect(first.status).toBe(200);
  return {
    url: server.url,
    adminKey: app.adminKey,
    assertUnmoved: async () => {
      const again = await ask();
      expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
      expect(app.logged.filter(({ level }) => ['error', 'fatal'].includes(String(level)))).toEqual([]);
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
    },
  };
}

const window = 'start=2026-03-01T00:00:00Z&end=2026-03-08T00:00:00Z';

function known(key: string) {
  const path = `/api/v1/brands/${smallWorldIds.brand}/analytics?${window}`;
  return { method: 'GET', path, headers: { authorization: `Bearer ${key}` }, body: null };
}
