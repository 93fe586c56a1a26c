// The soak in short, by a number of requests: whatever the machine's speed, every checked answer is right, and nothing is noted.

import { expect, it } from 'vitest';
import { runSoak } from '../../bench/soak/soak.js';
import { testDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';

it('holds while it is asked, recorded and rolled at once', async () => {
  await using db = await testDatabase();
  await using folder = await temporaryFolder();
  const report = await runSoak({
    databaseUrl: db.url,
    folder: folder.path,
    requests: 60,
    clients: 3,
    seeded: 100,
    bursts: 2,
    burstSize: 100,
    checkEvery: 3,
    questionsAtEnd: 8,
  });
  // On a machine that is busy it may last so long that its times are judged, which depend on the machine.
  expect(report.violations.filter((each) => !/: p99 is |^memory grows by /.test(each))).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(60);
  expect(report.recorded).toBe(200);
  expect(report.checked).toBeGreaterThan(12);
  expect(report.comparedRaw).toBeGreaterThan(0);
});
