// The scripts of a scheduled backup, run as the timer runs them: what they write can be restored, and what cannot is said.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/folder.js';
import { programPath } from '../support/program.js';
import { recordAll, smallWorld } from '../support/records.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

const db = await sharedDatabase((db) => recordAll(db, smallWorld()));
const folder = await sharedFolder();

/** Runs a script of the examples, and resolves to its exit status and all that it printed. */
async function run(script: string, args: readonly string[], databaseUrl = db.url) {
  const sightline = `${process.execPath} ${programPath}`;
  const env = { PATH: process.env.PATH, SIGHTLINE: sightline, DATABASE_URL: databaseUrl };
  const child = spawn(resolve('examples/backup', script), args, { cwd: folder, env });
  const [out, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, text: out + stderr };
}

describe('a scheduled backup', () => {
  it('is a new file, which can be restored and exported again the same', async () => {
    const { status, text: said } = await run('backup.sh', [folder]);
    expect(status, said).toBe(0);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^sightline-[\dT:Z-]+\.ndjson\.gz$/)]);
    const tried = await run('try-restore.sh', [folder]);
    expect(tried.status, tried.text).toBe(0);
    expect(tried.text).toContain('restored, and exported again the same');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is kept for some days', async () => {
    const old = join(folder, 'sightline-2020-01-01T000000Z.ndjson.gz');
    const other = join(folder, 'other.ndjson.gz');
    const draft = join(folder, 'sightline-2020-01-02T000000Z.ndjson.gz.0123456789ab.partial');
    for (const file of [old, draft, other]) {
      await writeFile(file, '');
      await utimes(file, new Date(0), new Date(0));
    }
    const { status, text: said } = await run('backup.sh', [folder, '1000']);
    expect(status, said).toBe(0);
    const files = await readdir(folder);
    expect(files).toContain('other.ndjson.gz');
    expect(files.filter((name) => name.startsWith('sightline-2020'))).toEqual([]);
  });

  it('that is cut, or has a record too few for the others, fails its trial', async () => {
    await using empty = await temporaryFolder();
    const none = empty.path;
    expect((await run('try-restore.sh', [none])).status).toBe(1);
    await run('backup.sh', [none]);
    const [name = ''] = await readdir(none);
    const file = join(none, name);
    await truncate(file, (await stat(file)).size - 20);
    expect((await run('try-restore.sh', [none])).status).not.toBe(0);
    await writeFile(file, gzipSync('{"type":"brand","id":"acme","organizationId":"nobody","name":"Acme"}\n'));
    const { status, text: said } = await run('try-restore.sh', [none]);
    expect(status, said).toBe(1);
    expect(await readdir(none)).toEqual([name]);
  });

  it('fails where the database is away, and removes nothing', async () => {
    const before = await readdir(folder);
    const url = db.url.replace(/[^/]+$/, 'sightline_test_none');
    expect((await run('backup.sh', [folder, '0'], url)).status).not.toBe(0);
    expect(await readdir(folder)).toEqual(before);
  });

  it('is named in the units of systemd by where a clone has it', async () => {
    const unit = await readFile('examples/backup/sightline-backup.service', 'utf8');
    const scripts = [...unit.matchAll(/^ExecStart=\/opt\/sightline\/(\S+)/gm)].map(([, path = '']) => path);
    expect(scripts).toHaveLength(2);
    for (const path of scripts) expect((await stat(path)).mode & 0o111).not.toBe(0);
  });
});
