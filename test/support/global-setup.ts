// One PostgreSQL for the whole test run, with one migrated template. `TEST_DATABASE_URL` names another server instead. Processes of their own
// run the build, which is made here where a source has changed since.

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import { migrate } from '../../src/database/migrate.js';
import { connect } from '../../src/database/postgres.js';
import { administer, withDatabase } from './database.js';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit' });
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await start();
  const template = `sightline_template_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${template} template template0`);
  await using db = connect(withDatabase(server.url, template), { poolSize: 2, statementTimeoutMs: 60_000 });
  await migrate(db.pool);
  project.provide('serverUrl', server.url);
  project.provide('template', template);
  return async () => {
    await administer(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

async function start(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-test-'));
  const embedded = await openEmbedded(folder);
  // What the tests write need not outlive them.
  await administer(embedded.url, 'alter system set fsync = off');
  await administer(embedded.url, 'select pg_reload_conf()');
  return {
    url: embedded.url,
    stop: async () => {
      await embedded[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
