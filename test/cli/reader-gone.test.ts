// Who reads what a command prints may go before its end: the command does what it does, and says by its exit status how that went.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { startProgram } from '../support/program.js';
import { base, id, run } from '../support/recorded.js';
import { sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();

/** Runs a command whose output nobody reads; resolves to its exit status. */
async function statusOf(url: string, ...argv: readonly string[]): Promise<number> {
  const child = startProgram(argv, { cwd: folder, env: { DATABASE_URL: url } });
  child.stdout.destroy();
  child.stderr.destroy();
  const [status] = await once(child, 'exit');
  return status;
}

it('a recording goes on to its end', async () => {
  await using db = await testDatabase();
  const records = [...base, ...Array.from({ length: 3_000 }, (_, place) => run({ id: id(1_000 + place) }))];
  const file = join(folder, 'runs.ndjson');
  await writeFile(file, [...records, { type: 'run' }].map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect(await statusOf(db.url, 'record', file, '--acknowledge', '500')).toBe(1);
  expect((await db.pool.query('select from run')).rowCount).toBe(3_000);
  expect(await statusOf(db.url, 'export')).toBe(0);
  expect(await statusOf(db.url, 'keys', 'list')).toBe(0);
});
