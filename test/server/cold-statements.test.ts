// How many SQL statements a REST request with an organization key takes, from its authorization to its answer.

import { expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { storeKey, testApp } from '../support/app.js';
import { plainRun, recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';
import {
  extraAuthorization,
  extraComparing,
  extraReading,
  extraWithSizes,
} from '../support/statements/authorization.js';

const { brand, organization, prompts } = smallWorldIds;
const window = 'start=2026-03-01T00:00:00Z&end=2026-03-06T00:00:00Z';
const analytics = `/api/v1/brands/${brand}/analytics?${window}`;

const statements: string[] = [];
const { db } = await sharedApp(
  async (db) => {
    await recordAll(db, smallWorld());
    await rollBrands(db);
  },
  { onQuery: (sql) => statements.push(sql) },
);
const { token } = await storeKey(db, { organizationId: organization });

/** The statements of each of `paths`, asked of a new process one after the other. */
async function statementsOf(paths: readonly string[]): Promise<readonly number[]> {
  const app = await testApp(db);
  const counts: number[] = [];
  for (const path of paths) {
    statements.length = 0;
    expect((await app.get(path, token)).status).toBe(200);
    counts.push(statements.length);
  }
  return counts;
}

it.each([analytics, `${analytics}&model=chatgpt`, `${analytics}&tags=crm`, `${analytics}&timeZone=Asia/Kathmandu`])(
  'takes at most four for %s in a new process, and two where its tiles are in memory',
  async (path) => {
    // A parameter that changes nothing makes it a new question.
    const [cold = 0, warm = 0] = await statementsOf([path, path.replace('T00:00:00Z', 'T00:00:00.000Z')]);
    expect(cold).toBeGreaterThan(2);
    // Whether anything carries the tag, and where nothing does, what is carried, is read for the notice.
    const extraNotices = path.includes('tags=') ? 2 : 0;
    expect(cold).toBeLessThanOrEqual(4 + extraWithSizes + extraComparing + extraReading + extraNotices);
    expect(warm).toBe(2 + extraAuthorization + extraReading + extraNotices);
  },
);

it('takes at most four for a page of runs in a new process, and three where its sizes are known', async () => {
  const path = `/api/v1/prompts/${prompts.best}/runs?${window}`;
  const [cold, warm] = await statementsOf([path, `${path}&page=2&limit=2`]);
  expect(cold).toBe(4 + extraWithSizes + extraComparing + extraReading);
  expect(warm).toBe(3 + extraAuthorization + extraReading);
});

it('takes no more where a run waits to be rolled, but for that run', async () => {
  expect((await recordAll(db, [plainRun(1)])).rejected).toEqual([]);
  const [cold = 0, warm = 0] = await statementsOf([analytics, `${analytics}&bucket=day`]);
  expect(cold).toBeLessThanOrEqual(5 + extraWithSizes + extraComparing + extraReading);
  expect(warm).toBe(2 + extraAuthorization + extraReading);
});
