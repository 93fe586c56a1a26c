// `sightline import csv` as a process of its own: of pipes, and how it ends when it is interrupted.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { endOf, killPrograms, programPath, startProgram } from '../support/program.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();
afterAll(killPrograms);

const brand = ['--brand', 'acme', '--brand-name', 'Acme', '--org', 'org'];
const heading = 'prompt,model,date,answer\n';
const rows = (count: number) =>
  Array.from({ length: count }, (_, number) => `best crm,m,2026-01-02,Acme ${number}.\n`).join('');

const runsIn = async ({ pool }: TestDatabase): Promise<number> =>
  (await pool.query('select count(*)::int as runs from run')).rows[0].runs;

describe('a pipe', () => {
  it.each([
    ['without a name', 'cat rows.csv | timeout -s KILL 120 $IMPORT /dev/stdin'],
    ['with a name', 'mkfifo rows.fifo && (cat rows.csv > rows.fifo & timeout -s KILL 120 $IMPORT rows.fifo)'],
  ])('%s is read once', async (_, script) => {
    await using db = await testDatabase();
    await writeFile(join(folder, 'rows.csv'), heading + rows(3));
    const IMPORT = [process.execPath, programPath, 'import', 'csv', ...brand].join(' ');
    const env = { PATH: process.env.PATH, IMPORT, DATABASE_URL: db.url };
    await promisify(execFile)('sh', ['-c', script], { cwd: folder, env });
    expect(await runsIn(db)).toBe(3);
  });
});

/** Starts an import of standard input, which stays open. */
function startImport(db: TestDatabase, ...options: readonly string[]) {
  const child = startProgram(['import', 'csv', '-', ...brand, ...options], {
    cwd: folder,
    env: { DATABASE_URL: db.url },
  });
  return { child, ended: endOf(child) };
}

describe('Ctrl-C', () => {
  it('ends an import after the batch under way, in a sentence that names no line of the file', async () => {
    await using db = await testDatabase();
    const { child, ended } = startImport(db);
    child.stdin.write(heading + rows(3_000));
    await until(async () => (await runsIn(db)) > 0);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(2);
    const runs = (await runsIn(db)).toLocaleString('en');
    expect(stderr).toContain(`Interrupted after ${runs} runs were recorded. Everything before that is recorded.`);
  });

  it('ends a dry run at once', async () => {
    await using db = await testDatabase();
    const { child, ended } = startImport(db, '--dry-run');
    const [stderr] = [once(child.stderr, 'data')];
    child.stdin.write(heading + rows(100));
    expect(String(await stderr)).toContain('Read as utf-8.');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: null, signal: 'SIGINT' });
  });
});
