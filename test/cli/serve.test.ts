// `sightline serve` as a process of its own: what it says, how it answers, how it ends.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { storeKey } from '../support/app.js';
import { jsonLines } from '../support/json-lines.js';
import { binPath, killPrograms, startProgram } from '../support/program.js';
import { fillTables } from '../support/rows.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

const folder = await sharedFolder();

const db = await sharedDatabase();

afterAll(killPrograms);

/** Starts the server in a folder of its own, and waits for its address. */
async function start(env: Record<string, string> = {}) {
  const child = startProgram(['serve'], {
    ...{ cwd: folder, path: binPath },
    env: { PORT: '0', DATABASE_URL: db.url, ...env },
  });
  const log = text(child.stdout);
  let stderr = '';
  const url = await new Promise<string>((done, fail) => {
    child.once('exit', () => fail(new Error(`It ended at once: ${stderr}`)));
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
      const [, address] = /listening at (\S+)\n/.exec(stderr) ?? [];
      if (address) done(address);
    });
  });
  return { child, url, log, stderr: () => stderr };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

describe('sightline serve', () => {
  it('says where it answers, how to make a first key, and ends in order', async () => {
    const { child, url, log, stderr } = await start();
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const ended = await end(child, 'SIGTERM');
    expect(ended).toBe(0);
    expect(stderr()).toContain(`${url}/graphql`);
    expect(stderr()).toMatch(/sightline keys create --org/);
    const lines = jsonLines(await log);
    expect(lines.find(({ path }) => path === '/health/ready')).toMatchObject({ method: 'GET', status: 200 });
    expect(lines.at(-1)).toMatchObject({ msg: 'shutting down' });
  });

  it('reads .env, under what the environment says', async () => {
    await fillTables(db, []);
    const { token } = await storeKey(db, { organizationId: 'acme' });
    writeFileSync(join(folder, '.env'), 'ADMIN_API_KEYS=key-of-the-env-file\nLOG_LEVEL=nonsense\n');
    const { child, url, log, stderr } = await start({ LOG_LEVEL: 'warn' });
    for (const key of ['key-of-the-env-file', token]) {
      const { status } = await fetch(`${url}/api/v1/models`, { headers: { authorization: `Bearer ${key}` } });
      expect(status).toBe(200);
    }
    expect(await end(child, 'SIGINT')).toBe(0);
    expect(await log).toBe('');
    expect(stderr()).not.toMatch(/keys create/);
    rmSync(join(folder, '.env'));
  });
});
