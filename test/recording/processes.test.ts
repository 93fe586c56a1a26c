import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '../../src/recording/input/batches.js';
import { runCommand } from '../support/command.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { untilBlocked, whileLocked } from '../support/holding.js';
import { jsonLines } from '../support/json-lines.js';
import { killPrograms } from '../support/program.js';
import { proxyTo } from '../support/proxy.js';
import { manyLines, startRecording } from '../support/recording-process.js';
import { recordAll } from '../support/records.js';
import { sharedFolder } from '../support/shared.js';
import { type Tables, tablesOf } from '../support/tables.js';

const lines = manyLines(400);
/** Lines of a batch: so few that a small file takes several. */
const batch = 300;
const inBatches = ['--acknowledge', String(batch)];

const folder = await sharedFolder();
const file = join(folder, 'runs.ndjson');
await writeFile(file, lines.join(''));
const expected = await tablesAfter(lines);
const afterBatch = await tablesAfter(lines.slice(0, batch));
afterAll(killPrograms);

async function tablesAfter(recorded: readonly string[]): Promise<Tables> {
  await using db = await testDatabase();
  await recordAll(
    db,
    recorded.map((line) => JSON.parse(line)),
  );
  return await tablesOf(db);
}

const recordFile = (db: TestDatabase) => startRecording(db, file, folder, ...inBatches).ended;
/** In the process of the test. */
const recordHere = (db: TestDatabase, path = file) =>
  runCommand(['record', path, ...inBatches], { DATABASE_URL: db.url });
const runsIn = async (db: TestDatabase) => (await db.pool.query('select from run')).rowCount ?? 0;

/** Holds a lock that lets a batch begin, but not end, until `work` is done. */
const withCitationsLocked = <T>(db: TestDatabase, work: () => Promise<T>) =>
  whileLocked(db, 'citation', work, 'exclusive');

describe('sightline record', () => {
  it('records a file, prints how many of each type, and is safe to repeat', async () => {
    await using db = await testDatabase();
    const { status, out } = await recordFile(db);
    expect(status).toBe(0);
    expect(out).toMatch(/^run +400 +0$/m);
    expect(await tablesOf(db)).toEqual(expected);
    expect((await recordHere(db)).status).toBe(0);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('records one file in two processes at once as in one', async () => {
    await using db = await testDatabase();
    const ends = await Promise.all([recordFile(db), recordFile(db)]);
    expect(ends.map(({ status }) => status)).toEqual([0, 0]);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('loses no batch that is done and keeps nothing of one under way when it is killed, and goes on from there', async () => {
    await using db = await testDatabase();
    const { child, ended } = startRecording(db, '-', folder, ...inBatches);
    child.stdin.write(lines.slice(0, batch).join(''));
    await until(async () => (await runsIn(db)) > 0);
    const done = await tablesOf(db);
    await withCitationsLocked(db, async () => {
      child.stdin.end(lines.slice(batch).join(''));
      await untilBlocked(db);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
    });
    expect(await tablesOf(db)).toEqual(done);
    expect(done).toEqual(afterBatch);
    expect((await recordHere(db)).status).toBe(0);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('ends after the batch under way on SIGINT, says how far it came, and goes on from there', async () => {
    await using db = await testDatabase();
    const { ended } = await withCitationsLocked(db, async () => {
      const recording = startRecording(db, file, folder, ...inBatches);
      await untilBlocked(db);
      recording.child.kill('SIGINT');
      return recording;
    });
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /Interrupted after line 300 \(0\.\d MB\)\. Everything before that is recorded\. Run the same command again/,
    );
    expect(await tablesOf(db)).toEqual(afterBatch);
    expect((await recordHere(db)).status).toBe(0);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('ends on SIGTERM while it waits for input', async () => {
    await using db = await testDatabase();
    const { child, ended } = startRecording(db, '-', folder, ...inBatches);
    child.stdin.write(lines.slice(0, batch).join(''));
    await until(async () => (await runsIn(db)) > 0);
    child.kill('SIGTERM');
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toContain('Interrupted after line 300');
  });

  it('records gzip from a file and from standard input', async () => {
    await using db = await testDatabase();
    await writeFile(`${file}.gz`, gzipSync(lines.slice(0, 100).join('')));
    expect((await recordHere(db, `${file}.gz`)).status).toBe(0);
    const { child, ended } = startRecording(db, '-', folder, ...inBatches);
    child.stdin.end(gzipSync(lines.slice(100).join('')));
    expect((await ended).status).toBe(0);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('keeps bad lines, records the others and ends with status 1', async () => {
    await using db = await testDatabase();
    const bad = ['{"type":"run"}\n', 'no json\n', lines[0]?.replace('"acme"', '7') ?? ''];
    const { child, ended } = startRecording(db, '-', folder, ...inBatches);
    child.stdin.end([...lines.slice(0, 9), ...bad, ...lines.slice(9)].join(''));
    const { status, out, stderr } = await ended;
    expect(status).toBe(1);
    expect(out).toMatch(/^run +400 +1$/m);
    expect(out).toMatch(/^organization +2 +1$/m);
    expect(out).toMatch(/^unreadable +0 +1$/m);
    expect(stderr).toContain('The rejected lines and their errors are in stdin.rejected.ndjson');
    const kept = jsonLines(await readFile(join(folder, 'stdin.rejected.ndjson'), 'utf8'));
    expect(kept.map(({ line, text }) => [line, `${text}\n`])).toEqual([
      [10, bad[0]],
      [11, bad[1]],
      [12, bad[2]],
    ]);
    expect(kept[0].faults.map((fault: { field: string }) => fault.field)).toEqual([
      'id',
      'promptId',
      'model',
      'provider',
      'createdAt',
    ]);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('records what came whole of a file that is cut short, and ends with status 2', async () => {
    await using db = await testDatabase();
    const zipped = gzipSync(lines.join(''));
    const cut = join(folder, 'cut.gz');
    await writeFile(cut, zipped.subarray(0, zipped.length - 500));
    const { status, stderr } = await recordHere(db, cut);
    expect(status).toBe(2);
    const [, line] =
      /The recording stopped after line ([\d,]+) .*: the gzip data is truncated or corrupt/.exec(stderr) ?? [];
    expect(await tablesOf(db)).toEqual(await tablesAfter(lines.slice(0, Number(line?.replace(',', '')))));
  });

  it.each([
    ['nowhere.ndjson', /nowhere\.ndjson cannot be read: there is no such file\./],
    ['.', /\. cannot be read: it is a folder\./],
  ])('refuses %s with status 2', async (name, message) => {
    await using db = await testDatabase();
    const { status, stderr } = await runCommand(['record', name], { DATABASE_URL: db.url });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('goes on by itself after its connections are cut, and says so', async () => {
    await using db = await testDatabase();
    const { child, ended } = startRecording(db, '-', folder, ...inBatches);
    child.stdin.write(lines.slice(0, batch).join(''));
    await until(async () => (await runsIn(db)) > 0);
    await withCitationsLocked(db, async () => {
      child.stdin.end(lines.slice(batch).join(''));
      await untilBlocked(db);
      await db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await untilBlocked(db);
    });
    const { status, stderr } = await ended;
    expect(stderr).toMatch(/^The database cannot be reached: .*\. Retrying for 30 seconds\.$/m);
    expect(status).toBe(0);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('says how far it came when the database stays unreachable and it is stopped', async () => {
    await using db = await testDatabase();
    await using proxy = await proxyTo(db.url);
    const { child, ended } = startRecording(proxy, '-', folder, ...inBatches);
    const acknowledged = once(child.stdout, 'data');
    child.stdin.write(lines.slice(0, batch).join(''));
    await acknowledged;
    proxy.refuse(true);
    child.stdin.end(lines.slice(batch).join(''));
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(
      /The connection to the database was lost after line 300 \(0\.\d MB\): .*Run the same command again/,
    );
    expect(await tablesOf(db)).toEqual(afterBatch);
    expect((await recordHere(db)).status).toBe(0);
    expect(await tablesOf(db)).toEqual(expected);
  });

  it('acknowledges each batch once it is recorded', async () => {
    await using db = await testDatabase();
    const { child, ended } = startRecording(db, '-', folder, ...inBatches);
    const acknowledged = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (let at = 0; at < lines.length; at += batch) {
      const part = lines.slice(at, at + batch);
      if (at + batch < lines.length) child.stdin.write(part.join(''));
      else child.stdin.end(part.join(''));
      const { value } = await acknowledged.next();
      expect(JSON.parse(value)).toEqual({ lines: at + part.length, bytes: expect.any(Number) });
      expect(await tablesOf(db)).toEqual(at === 0 ? afterBatch : expected);
    }
    expect((await ended).status).toBe(0);
  });

  it('acknowledges as many lines at once as a batch has where no number is given', async () => {
    await using db = await testDatabase();
    const { child, ended } = startRecording(db, '-', folder, '--acknowledge');
    child.stdin.end(Array.from({ length: limits.records + 1 }, () => lines[0]).join(''));
    const { status, out } = await ended;
    expect(status).toBe(0);
    const acknowledged = out.split('\n').filter((line) => line.startsWith('{'));
    expect(acknowledged.map((line) => JSON.parse(line).lines)).toEqual([limits.records, limits.records + 1]);
  });
});
