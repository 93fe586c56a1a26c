// A disk that is full and connections that break while something is recorded: a clear message, nothing by half, and the same command again
// records the rest.

import { execFileSync, spawnSync } from 'node:child_process';
import { createCipheriv, createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openDatabase } from '../../src/database/open.js';
import { connect } from '../../src/database/postgres.js';
import { testDatabase } from '../support/database.js';
import { untilGone } from '../support/embedded.js';
import { temporaryFolder } from '../support/folder.js';
import { killPrograms } from '../support/program.js';
import { type Fate, proxyTo } from '../support/proxy.js';
import { manyLines } from '../support/recording-process.js';
import { recordAll } from '../support/records.js';
import { tablesOf } from '../support/tables.js';
import { startRecorder } from './processes.js';
import { randomFrom } from './random.js';

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const lines = manyLines(600).map((line) => JSON.parse(line));

afterAll(killPrograms);

async function tablesAfter(records: readonly unknown[]) {
  await using db = await testDatabase();
  await recordAll(db, records);
  return await tablesOf(db);
}

// Beside the other, of which most is waiting.
describe.concurrent('connections that break while something is recorded', () => {
  it(`lose nothing and record nothing twice (${rounds} rounds, FAULT_SEED=${seed})`, async () => {
    const expected = await tablesAfter(lines);
    let cuts = 0;
    for (let round = 1; round <= rounds || cuts === 0; round++) {
      const random = randomFrom(seed + round);
      await using db = await testDatabase();
      // One piece in so many is lost on its way, or its answer is; commits more often.
      const odds = 40 + random.below(100);
      const fateOf = (sent: Buffer): Fate => {
        if (random.below(sent.includes('commit') ? 3 : odds) > 0) return 'pass';
        return random.one(['cut before', 'cut after']);
      };
      await using proxy = await proxyTo(db.url, fateOf);
      await using lossy = connect(proxy.url, {
        poolSize: 4,
        statementTimeoutMs: 60_000,
        isDistributed: db.isDistributed,
      });
      const { report, rejected } = await recordAll(lossy, lines, { batches: 60 });
      expect(rejected).toEqual([]);
      expect(report.complete).toBe(true);
      expect(await tablesOf(db)).toEqual(expected);
      cuts += proxy.cuts;
    }
    process.stdout.write(
      `lost connections: ${rounds} rounds, ${cuts} cuts, 0 lost, 0 recorded twice; FAULT_SEED=${seed}\n`,
    );
  });
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  const path = join(tmpdir(), `sightline-mount-${process.pid}`);
  const script =
    'mkdir "$1" && mount -t tmpfs -o size=1m tmpfs "$1" && umount "$1"; status=$?; rmdir "$1"; exit $status';
  return spawnSync('/bin/sh', ['-c', script, 'sh', path]).status === 0;
}

/** A folder with a disk of its own. */
async function smallDisk(megabytes: number) {
  const folder = await temporaryFolder();
  const { path } = folder;
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
  return {
    path,
    grow: (to: number) => execFileSync('mount', ['-o', `remount,size=${to}m`, path]),
    async [Symbol.asyncDispose]() {
      killPrograms();
      await untilGone(path);
      execFileSync('umount', ['-l', path]);
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** What every table holds, by way of a database that is opened for it. */
async function tablesIn(folder: string) {
  await using db = await openDatabase(readConfig({ SIGHTLINE_DATA: folder }));
  return await tablesOf(db);
}

describe('a disk that fills up while something is recorded (skipped where nobody may mount one)', {
  skip: !mayMount,
  concurrent: true,
}, () => {
  it('is reported as such, keeps whole batches only, and with free space again the rest is recorded', async () => {
    await using disk = await smallDisk(150);
    await using work = await temporaryFolder();
    const file = join(work.path, 'large.ndjson');
    const large = lines
      .slice(0, 270)
      .map((line) => ('answer' in line || line.type === 'run' ? { ...line, answer: noise(line.id) } : line));
    await writeFile(file, large.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const recorder = startRecorder(disk.path, file);
    const { status, stderr } = await recorder.ended;
    expect(stderr).toMatch(
      /The disk became full .*Free some space first\. Everything before that is recorded\. Run the same command again/s,
    );
    expect(status).toBe(2);
    expect(recorder.acknowledged()).toBeGreaterThan(0);
    disk.grow(1_000);
    const before = await tablesIn(disk.path);
    expect(before).toEqual(await tablesAfter(large.slice(0, recorder.acknowledged())));
    const again = await startRecorder(disk.path, file).ended;
    expect(again).toMatchObject({ status: 0 });
    expect(await tablesIn(disk.path)).toEqual(await tablesAfter(large));
  });
});

/** A text that does not compress, of a sixth of a megabyte. */
function noise(of: string): string {
  const key = createHash('md5').update(of).digest();
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(124_875)).toString('base64');
}
