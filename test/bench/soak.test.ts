// The soak in short, by a number of requests: whatever the machine's speed, every checked answer is right, and nothing is noted.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runSoak } from '../../bench/soak/soak.js';
import { testDatabase } from '../support/database.js';

it('holds while it is asked, recorded and rolled at once', async () => {
  await using db = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-soak-'));
  try {
    const report = await runSoak({
      databaseUrl: db.url,
      folder,
      requests: 300,
      clients: 3,
      seeded: 300,
      bursts: 2,
      burstSize: 500,
      checkEvery: 4,
      questionsAtEnd: 40,
    });
    expect(report.violations).toEqual([]);
    expect(report.requests).toBeGreaterThanOrEqual(300);
    expect(report.recorded).toBe(1_000);
    expect(report.checked).toBeGreaterThan(50);
    expect(report.comparedRaw).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true });
  }
}, 300_000);
