// The demo as a newcomer starts it: recorded once, continued where it stopped, served with a key that keeps.

import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { demoKey } from '../../src/cli/demo/key.js';
import { linesOfPlan } from '../../src/cli/demo/lines.js';
import { planDemo } from '../../src/cli/demo/plan.js';
import { loadDemo } from '../../src/cli/demo.js';
import type { Terminal } from '../../src/cli/terminal.js';
import type { Database } from '../../src/database/postgres.js';
import { dayMs } from '../../src/domain/limits.js';
import { recordStream } from '../../src/recording/record.js';
import { testDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';
import { startProgram } from '../support/program.js';
import { noRejects } from '../support/records.js';

const now = Date.UTC(2026, 4, 20, 13, 30);
const newDays = 12;

describe('the load of the demo', () => {
  it('records its world once, up to the midnight before now, also after an interruption, and then the missing days alone', async () => {
    await using db = await testDatabase();
    expect(await load(db, now)).toMatch(/^run +[\d,]+ +0$/m);
    const runs = await runsOf(db);
    expect(runs.length).toBeGreaterThan(500);
    const days = runs.map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
    expect([days[0], days.at(-1)]).toEqual(['2026-05-08', '2026-05-19']);
    expect(await load(db, now)).toBe('');
    expect(await runsOf(db)).toEqual(runs);

    await using cut = await testDatabase();
    await recordHalf(cut);
    const before = (await runsOf(cut)).length;
    await load(cut, now);
    expect(before, 'an interruption in the middle of a day').toBeLessThan((await runsOf(cut)).length);
    expect(await runsOf(cut)).toEqual(runs);

    const said = await load(db, now + 3 * dayMs);
    const after = await runsOf(db);
    expect(after.slice(0, runs.length)).toEqual(runs);
    expect(said).toMatch(new RegExp(`^run +${after.length - runs.length} +0$`, 'm'));
    expect(await load(db, now + 3 * dayMs)).toBe('');
  });

  it('leaves the tiles to the server that is to show them at once', async () => {
    await using db = await testDatabase();
    await load(db, now, { leavesTiles: true });
    const { rows } = await db.pool.query(
      'select (select count(*) from tile) as tiles, (select count(*) > 500 from mark) as marks',
    );
    expect(rows).toEqual([{ tiles: '0', marks: true }]);
  });
});

describe('the key of the demo', () => {
  it('is kept for the next start, for its owner alone', async () => {
    await using folder = await temporaryFolder();
    const key = await demoKey(folder.path);
    expect(key).toMatch(/^demo-.{20,}$/);
    expect(await demoKey(folder.path)).toBe(key);
    expect((await stat(join(folder.path, 'demo-key'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(folder.path, 'demo-key'), 'utf8')).toBe(`${key}\n`);
  });

  it('differs from folder to folder', async () => {
    await using one = await temporaryFolder();
    await using other = await temporaryFolder();
    expect(await demoKey(one.path)).not.toBe(await demoKey(other.path));
  });
});

describe('sightline demo', () => {
  it('prints an address, a key and a line for curl that answers, and ends in order', async () => {
    await using db = await testDatabase();
    await load(db, Date.now());
    await using folder = await temporaryFolder();
    const env = { DATABASE_URL: db.url, SIGHTLINE_DATA: folder.path, PORT: '0', LOG_LEVEL: 'silent' };
    const child = startProgram(['demo'], { cwd: folder.path, env });
    child.stdout.resume();
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    let said = '';
    for await (const chunk of child.stderr) {
      said += chunk;
      if (said.includes('Ctrl-C')) break;
    }
    expect(said).toContain('Ctrl-C');
    const [, key, url = ''] = /curl -H "Authorization: Bearer (.+?)" "(.+?)"/.exec(said) ?? [];
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    const { brandId, totals } = await answer.json();
    expect(brandId).toBe('haldenfjell');
    expect(totals.runs).toBeGreaterThan(50);
    const pages = [...said.matchAll(/^ {2}(http\S+)#key=(\S+)$/gm)].map(([, page = '', own]) => ({ page, own }));
    expect(pages.map(({ own }) => own)).toEqual([key, key, key]);
    for (const { page } of pages) {
      const { status, headers } = await fetch(page, { headers: { accept: 'text/html' } });
      expect([page, status, headers.get('content-type')]).toEqual([page, 200, 'text/html; charset=utf-8']);
    }
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});

/** Loads the demo, and yields what it printed. */
async function load(db: Database, at: number, options: { readonly leavesTiles?: boolean } = {}): Promise<string> {
  const said: string[] = [];
  const stderr: string[] = [];
  const terminal: Terminal = {
    writeOut: (words) => void said.push(words),
    writeErr: (words) => void stderr.push(words),
    hasColors: false,
  };
  const rejectsPath = join(tmpdir(), 'sightline-demo-never.rejected.ndjson');
  expect(await loadDemo(db, { now: at, newDays, terminal, rejectsPath, ...options }), stderr.join('')).toBe(0);
  return said.join('');
}

/** Records about half of the world, as an interruption would leave it. */
async function recordHalf(db: Database): Promise<void> {
  const lines = (await text(Readable.from(linesOfPlan(await planDemo(db, now, newDays))))).split('\n');
  const half = Buffer.from(`${lines.slice(0, Math.floor(lines.length / 2)).join('\n')}\n`);
  const { complete } = await recordStream(db, Readable.from([half]), { rejects: noRejects });
  expect(complete).toBe(true);
}

async function runsOf({ pool }: Database): Promise<readonly { readonly createdAt: Date }[]> {
  const { rows } = await pool.query<{ createdAt: Date }>(
    'select run.*, created_at as "createdAt" from run order by created_at, brand_id, id',
  );
  return rows;
}
