// `npm run soak`: mixed traffic, recording and rolling at once, for ten minutes or `-- --minutes N`. Prints one line and a JSON object, and
// exits with 1 where anything was not as it should be.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEmbedded } from '../src/database/embedded/embedded.js';
import { lineOf } from './soak/report.js';
import { runSoak } from './soak/soak.js';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, clients: { type: 'string', default: '4' } },
});
const minutes = Number(values.minutes);
const folder = await mkdtemp(join(tmpdir(), 'sightline-soak-'));
const embedded = await openEmbedded(folder);
try {
  const report = await runSoak({
    databaseUrl: embedded.url,
    folder,
    minutes,
    clients: Number(values.clients),
    seeded: 4_000,
    bursts: Math.max(2, Math.round(minutes * 6)),
    burstSize: 500,
    checkEvery: 50,
    questionsAtEnd: 150,
    log: (text) => process.stderr.write(`${text}\n`),
  });
  process.stdout.write(`${lineOf(report)}\n${JSON.stringify(report)}\n`);
  for (const violation of report.violations) process.stderr.write(`${violation}\n`);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
} finally {
  await embedded[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
