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
    requests: 150,
    clients: 3,
    seeded: 150,
    bursts: 2,
    burstSize: 250,
    checkEvery: 4,
    questionsAtEnd: 20,
  });
  // On a machine that is busy it may last so long that its times are judged, which depend on the machine.
  expect(report.violations.filter((each) => !/: p99 is |^memory grows by /.test(each))).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(150);
  expect(report.recorded).toBe(500);
  expect(report.checked).toBeGreaterThan(25);
  expect(report.comparedRaw).toBeGreaterThan(0);
});
