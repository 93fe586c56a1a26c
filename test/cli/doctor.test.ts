// `sightline doctor`: what it finds, what it advises, and that it changes nothing. And other commands' JSON.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoKey } from '../../src/cli/demo/key.js';
import { doctor } from '../../src/cli/doctor.js';
import { runCommand } from '../support/command.js';
import { emptyDatabase, testDatabase } from '../support/database.js';
import { temporaryFolder } from '../support/folder.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { fillTables } from '../support/rows.js';
import { seen } from '../support/seen.js';
import { isCluster } from '../support/statements/authorization.js';

const adminKey = 'admin-key-of-the-tests';

async function findings(env: Record<string, string>) {
  const { status, out } = await runCommand(['doctor', '--json'], env);
  const report = JSON.parse(out) as { ok: boolean; findings: { name: string; status: string; message: string }[] }; // safe because the test reads it
  expect(report.ok).toBe(status === 0);
  const by = new Map(report.findings.map((finding) => [finding.name, finding]));
  return { status, names: [...by.keys()], by };
}

describe('sightline doctor', () => {
  it('finds a database well that is', async () => {
    await using db = await testDatabase();
    const run = () => runCommand(['doctor'], { DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey });
    // On a busy machine the question for the time may take seconds.
    const { status, out } = await seen(run, (ended) => /^ok +clock/m.test(ended.out));
    expect(status).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/\s+/, 2))).toEqual(
      [
        'settings',
        'database',
        'clock',
        'migrations',
        ...(isCluster ? ['cluster'] : []),
        'tiles',
        'domains',
        'keys',
      ].map((name) => ['ok', name]),
    );
  });

  it('says what waits for the tiles, and that nobody has a key', async () => {
    await using db = await testDatabase();
    await fillTables(db, [{ at: '2026-03-01T10:07:00Z' }]);
    const { status, by } = await findings({ DATABASE_URL: db.url });
    expect(status).toBe(0);
    expect(by.get('tiles')?.message).toMatch(
      /^1 quarter hours of 1 brands are pending, the earliest 2026-03-01T10:00:00\.000Z, the oldest mark for \d+ s/,
    );
    expect(by.get('keys')).toMatchObject({ status: 'warn', message: expect.stringContaining('sightline keys create') });
  });

  it('names recorded domains that own nothing', async () => {
    await using db = await testDatabase();
    const { brand, organization } = smallWorldIds;
    const [good, wrong] = [
      ['acme.com', ' WWW.Müller.example. ', 'localhost', '192.0.2.1'],
      ['https://acme.com/', '*.acme.com'],
    ];
    await recordAll(db, [
      ...smallWorld(),
      { type: 'brand', id: brand, organizationId: organization, name: 'Acme', domains: [...good, wrong[0]] },
      { type: 'competitor', brandId: brand, name: 'Globex', domains: [...good, wrong[1]] },
    ]);
    const { status, by } = await findings({ DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey });
    expect(status).toBe(0);
    const { status: judged, message = '' } = by.get('domains') ?? {};
    expect([judged, message.match(/"[^"]+"/g)]).toEqual(['warn', wrong.map((each) => `"${each}"`)]);
  });

  it('knows the key of the demo, does not take it for one of a server, and does not print it', async () => {
    await using db = await testDatabase();
    await using folder = await temporaryFolder();
    const env = { DATABASE_URL: db.url, SIGHTLINE_DATA: folder.path };
    const [key, file] = [await demoKey(folder.path), join(folder.path, 'demo-key')];
    const alone = (await findings(env)).by.get('keys');
    expect(alone).toEqual({
      name: 'keys',
      status: 'warn',
      message: `only sightline demo has a key, in ${file}, which no other server accepts; set ADMIN_API_KEYS or run sightline keys create`,
    });
    const beside = (await findings({ ...env, ADMIN_API_KEYS: adminKey })).by.get('keys');
    expect(beside?.message).toBe(
      `1 admin keys, 0 valid organization keys of 0, and for sightline demo the key in ${file}`,
    );
    expect(JSON.stringify([alone, beside])).not.toContain(key);
  });

  it('sees pending migrations, and applies none', async () => {
    await using db = await emptyDatabase();
    for (const _ of [1, 2]) {
      const { status, by } = await findings({ DATABASE_URL: db.url });
      expect(status).toBe(0);
      expect(by.get('migrations')).toMatchObject({ status: 'warn', message: expect.stringMatching(/pending/) });
    }
  });

  it('fails for a database of a newer version', async () => {
    await using db = await testDatabase();
    await db.pool.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '9999_later', now())`,
    );
    const { status, by } = await findings({ DATABASE_URL: db.url });
    expect(status).toBe(1);
    expect(by.get('migrations')?.message).toMatch(/9999_later.*newer version/);
  });

  it('fails where the database cannot be reached, and where a setting is wrong', async () => {
    const away = await findings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
    expect([away.status, away.by.get('database')?.status]).toEqual([1, 'fail']);
    expect(away.by.get('database')?.message).toMatch(/cannot be reached: .*check DATABASE_URL/);
    const wrong = await findings({ PORT: 'x' });
    expect([wrong.status, wrong.names]).toEqual([1, ['settings']]);
  });

  it('reads the documents that the operator supplies', async () => {
    await using db = await testDatabase();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'documents.json');
    const env = { DATABASE_URL: db.url, ADMIN_API_KEYS: adminKey, PERSISTED_DOCUMENTS: file };
    await writeFile(file, '{ "a": "{ models { id } }" }');
    const fine = await findings(env);
    expect([fine.status, fine.by.get('documents')?.status]).toEqual([0, 'ok']);
    await writeFile(file, '{ "a": "{ nothing }" }');
    const wrong = await findings(env);
    expect([wrong.status, wrong.by.get('documents')?.status]).toEqual([1, 'fail']);
    expect(wrong.by.get('documents')?.message).toContain('a: Cannot query field "nothing"');
  });

  it('makes no data folder', async () => {
    const folder = join(tmpdir(), `sightline-no-folder-${process.pid}`);
    const { status, by } = await findings({ SIGHTLINE_DATA: folder });
    expect([status, by.get('data')?.status]).toEqual([0, 'warn']);
    expect(existsSync(folder)).toBe(false);
  });

  it('is coloured where the terminal is', async () => {
    const printed: string[] = [];
    const terminal = {
      writeOut: (text: string) => void printed.push(text),
      writeErr: () => {},
      hasColors: true,
    };
    await doctor({ PORT: 'x' }, {}, terminal);
    expect(printed.join('')).toContain('\u001b[31mfail\u001b[0m  settings');
  });
});

describe('--json', () => {
  it('prints what was recorded and what a check of the tiles found', async () => {
    await using db = await testDatabase();
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'x.ndjson');
    await writeFile(
      file,
      '{"type":"organization","id":"a","name":"A"}\n{"type":"brand","id":"b","organizationId":"a","name":"B"}\nx\n',
    );
    const recorded = await runCommand(['record', '--json', file], { DATABASE_URL: db.url });
    expect(recorded.status).toBe(1);
    expect(JSON.parse(recorded.out)).toMatchObject({
      complete: true,
      recorded: { organization: 1, brand: 1 },
      rejected: { unreadable: 1 },
    });
    const checked = await runCommand(['roll', '--check', '--json'], { DATABASE_URL: db.url });
    expect(JSON.parse(checked.out)).toEqual([{ brandId: 'b', checked: expect.any(Number), wrong: [] }]);
  });
});
