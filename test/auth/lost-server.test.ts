// A server of the database that is gone without a word: what all requests wait for is given up, and asked over another connection.

import { expect, it } from 'vitest';
import { createAuthorization } from '../../src/auth/authorization.js';
import { hashOf } from '../../src/auth/key.js';
import { createReadSession } from '../../src/auth/sessions.js';
import { connect, type Database } from '../../src/database/postgres.js';
import { isUnavailable } from '../../src/database/unavailable.js';
import { createVersions } from '../../src/loaders/versions.js';
import { storeKey } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { type Fate, proxyTo } from '../support/proxy.js';
import { fillTables } from '../support/rows.js';

interface Lost {
  /** In what the statement sends. */
  readonly name: string;
  readonly askOf: (far: Database) => () => Promise<unknown>;
}

/** Where the first statement of this name is never answered: what came of who asked for it, and of the next one. */
async function askOfLost({ directUrl }: TestDatabase, { name, askOf }: Lost) {
  let isLost = false;
  const fateOf = (sent: Buffer): Fate => {
    if (isLost || !sent.includes(name)) return 'pass';
    isLost = true;
    return 'lost';
  };
  await using way = await proxyTo(directUrl, fateOf);
  await using far = connect(way.url, { poolSize: 2, statementTimeoutMs: 60_000 });
  const askNow = askOf(far);
  const first = askNow().catch((error: unknown) => error);
  await expect.poll(() => isLost).toBe(true);
  const [error, next] = await Promise.all([first, askNow()]);
  return { isUnavailable: isUnavailable(error), next };
}

it('holds up no others', async () => {
  await using db = await testDatabase();
  await fillTables(db, []);
  const { id: keyId, token } = await storeKey(db, { organizationId: 'acme' });
  const key = { keyId, hash: hashOf(token.slice(-64)), subject: null, now: new Date() };
  const lost = (name: string, askOf: Lost['askOf']) => askOfLost(db, { name, askOf });
  const [authorized, versions, session] = await Promise.all([
    lost('authorization', (far) => {
      const authorize = createAuthorization(far, { rateLimitPerMinute: 5, adminRateLimitPerMinute: 0 });
      return async () => (await authorize(key)).counted?.count;
    }),
    lost('versions', (far) => {
      const versionsOf = createVersions(far);
      return () => versionsOf(['shared']);
    }),
    lost('session', (far) => {
      const readSession = createReadSession(far);
      return () => readSession('session_of_nobody');
    }),
  ]);
  expect(authorized).toEqual({ isUnavailable: true, next: 1 });
  expect(versions).toEqual({ isUnavailable: true, next: [{ brand: null, version: expect.any(String) }] });
  expect(session).toEqual({ isUnavailable: true, next: null });
});
