// Over real connections: whose guesses are counted together, and what the metrics of a whole server report.

import { expect, it } from 'vitest';
import { openApp } from '../../src/app.js';
import { generateKey } from '../../src/auth/key.js';
import { readConfig } from '../../src/config.js';
import { createLog } from '../../src/server/watch/log.js';
import { storeKey, testApp } from '../support/app.js';
import { fillTables } from '../support/rows.js';
import { sharedDatabase } from '../support/shared.js';

const db = await sharedDatabase((db) => fillTables(db, [{ at: '2026-03-01T10:00:00Z', names: [[0, 1, 1]] }]));

const port = { host: '127.0.0.1', port: 0 };
const models = '/api/v1/models';

function headersWith(token: string, client?: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, ...(client ? { 'x-forwarded-for': client } : {}) };
}

it('a guesser has to wait, over REST and GraphQL, while a key that was good of late works on', async () => {
  const app = await testApp(db, { authFailuresPerMinute: 3 });
  await using server = await app.listen(port);
  const { token } = await storeKey(db, { organizationId: 'acme' });
  const status = async (key: string) =>
    (await fetch(server.url + models, { headers: headersWith(key, '203.0.113.9') })).status;
  expect(await status(token)).toBe(200);
  const guesses = await Promise.all(Array.from({ length: 10 }, () => status(generateKey().token)));
  expect(guesses.filter((each) => each === 401)).toHaveLength(3);
  expect(guesses.filter((each) => each === 429)).toHaveLength(7);
  const refused = await fetch(`${server.url}/graphql?query={models{id}}`, { headers: headersWith('x') });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await refused.json()).errors[0].extensions).toEqual({ code: 'rate_limited' });
  expect(await status(token)).toBe(200);
  expect(await status(app.adminKey)).toBe(429);
});

it('valid keys that are all first used at once, as after a restart, are none of them refused', async () => {
  const app = await testApp(db, { authFailuresPerMinute: 10 });
  await using server = await app.listen(port);
  const keys = await Promise.all(Array.from({ length: 100 }, () => storeKey(db, { organizationId: 'acme' })));
  const status = async ({ token }: { readonly token: string }) =>
    (await fetch(server.url + models, { headers: headersWith(token) })).status;
  expect(new Set(await Promise.all(keys.map(status)))).toEqual(new Set([200]));
  const guesses = await Promise.all(Array.from({ length: 30 }, () => status(generateKey())));
  expect(guesses.filter((each) => each === 401)).toHaveLength(10);
});

it('clients behind a proxy that is trusted are distinguished', async () => {
  const app = await testApp(db, { authFailuresPerMinute: 1, trustedProxies: 1 });
  await using server = await app.listen(port);
  const status = async (key: string, client: string) =>
    (await fetch(server.url + models, { headers: headersWith(key, client) })).status;
  expect(await status('guess-1', '203.0.113.9')).toBe(401);
  // What a client says of itself stands to the left of what the proxy says.
  expect(await status('guess-2', '198.51.100.1, 203.0.113.9')).toBe(429);
  expect(await status(app.adminKey, '203.0.113.10')).toBe(200);
});

it('metrics know the statements that a question took', async () => {
  const metricsToken = 'token-of-the-metrics';
  const config = readConfig({
    DATABASE_URL: db.url,
    METRICS_TOKEN: metricsToken,
    READERS: '0',
    ADMIN_API_KEYS: 'admin-key-of-these',
  });
  await using app = await openApp(config, { log: createLog('silent') });
  const ask = (path: string, key: string) =>
    app.fetch(new Request(`http://sightline.test${path}`, { headers: headersWith(key) }));
  const statements = async () => {
    const text = await (await ask('/metrics', metricsToken)).text();
    return Number(/^sightline_sql_statement_duration_seconds_count (\d+)$/m.exec(text)?.[1]);
  };
  const before = await statements();
  const figures = '/api/v1/brands/acme-crm/analytics?start=2026-03-01T00:00:00Z&end=2026-03-02T00:00:00Z';
  expect((await ask(figures, 'admin-key-of-these')).status).toBe(200);
  expect(await statements()).toBeGreaterThan(before + 3);
});
