// The examples that record over HTTP, as processes of their own: in Python, and with curl as docs/recording.md has it.

import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { base, id, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { shared, sharedApp, sharedFolder } from '../support/shared.js';

const has = (program: string) => spawnSync(program, ['--version']).status === 0;

const { db, app } = await sharedApp((db) => recordAll(db, base));
const server = await shared(app.listen({ host: '127.0.0.1', port: 0 }));
const folder = await sharedFolder();
const { token } = await storeKey(db, { organizationId: 'acme', record: true });
const env = { PATH: process.env.PATH ?? '', SIGHTLINE_URL: server.url, SIGHTLINE_KEY: token };

const write = async (records: readonly unknown[]) => {
  const file = join(folder, 'runs.ndjson');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return file;
};

const recordPy = (file: string, more: Record<string, string> = {}) =>
  promisify(execFile)('python3', ['examples/record.py', file], { env: { ...env, ...more } }).then(
    (ended) => ({ status: 0, ...ended }),
    (error: { code: number; stdout: string; stderr: string }) => ({ ...error, status: error.code }),
  );

it.skipIf(!has('python3'))('examples/record.py records a file, and names the lines that were rejected', async () => {
  const file = await write([run({ id: id(200) }), run({ id: id(201), promptId: id(999) }), run({ id: id(202) })]);
  const { status, stdout, stderr } = await recordPy(file);
  expect([status, stdout]).toEqual([1, '2 runs recorded, 1 lines rejected\n']);
  expect(stderr).toMatch(/^line 2: promptId .* is not recorded/);
});

it.skipIf(!has('python3'))('examples/record.py ends with 2 where it fails, and has a time limit', async () => {
  const refused = await recordPy(await write([run({ id: id(210) })]), { SIGHTLINE_KEY: 'sightline_no' });
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('unauthorized')]);
  const missing = await recordPy(join(folder, 'none.ndjson'));
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('none.ndjson')]);
  expect(await readFile('examples/record.py', 'utf8')).toMatch(/urlopen\(request, timeout=/);
});

it.skipIf(!has('curl'))('the command of docs/recording.md records a file', async () => {
  const [, command = ''] = /```sh\n(curl [^`]*records[^`]*)```/.exec(await readFile('docs/recording.md', 'utf8')) ?? [];
  await write([run({ id: id(300) })]);
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env, cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ recorded: { runs: 1 }, rejected: [] });
});
