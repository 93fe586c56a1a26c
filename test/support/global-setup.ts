// One PostgreSQL for the whole test run, with one migrated template: the embedded one, the one whose programs are in `TEST_POSTGRES_BIN`, the
// server at `TEST_DATABASE_URL`, or the cluster whose coordinator is at `TEST_CITUS_URL`. Processes of their own run the build, which is made
// here where a source has changed since.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../src/database/embedded/embedded.js';
import { nodesOf } from '../citus/nodes.js';
import { statementLogOf } from '../citus/statement-log.js';
import { administer } from './database.js';
import { startInstalled } from './installed-postgres.js';
import { ownFolders } from './own-folders.js';
import { startPooler } from './pgbouncer.js';
import { createTemplates } from './templates.js';

const inMemory = '/dev/shm';
/** Bytes. */
const roomy = 8 * 2 ** 30;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: 'inherit' });
  const folders = await ownFolders();
  const cluster = process.env.TEST_CITUS_URL;
  const given = cluster ?? process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, [Symbol.asyncDispose]: async () => {} } : await start();
  const nodes = cluster ? await nodesOf(cluster) : [server.url];
  const templates = await createTemplates(nodes);
  project.provide('serverUrl', server.url);
  project.provide('nodes', nodes);
  project.provide('statementLog', cluster ? await statementLogOf(cluster) : '');
  const pooler = process.env.TEST_PGBOUNCER ? await startPooler(server.url, { poolSize: 12 }) : null;
  project.provide('poolerUrl', pooler?.urlOf('postgres') ?? '');
  project.provide('template', templates.template);
  project.provide('emptyTemplate', templates.emptyTemplate);
  return async () => {
    await pooler?.[Symbol.asyncDispose]();
    await templates[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    try {
      await folders[Symbol.asyncDispose]();
    } catch (error) {
      process.exitCode = 1; // Vitest prints what a teardown throws, and passes.
      throw error;
    }
  };
}

function start(): Promise<{ readonly url: string } & AsyncDisposable> {
  const programs = process.env.TEST_POSTGRES_BIN;
  return programs ? startInstalled(programs) : startEmbedded();
}

async function startEmbedded(): Promise<{ readonly url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(await roomForServer(), 'sightline-test-'));
  const embedded = await openEmbedded(folder);
  // What the tests write need not outlive them.
  for (const setting of ['fsync', 'full_page_writes'])
    await administer(embedded.url, `alter system set ${setting} = off`);
  await administer(embedded.url, 'select pg_reload_conf()');
  return {
    url: embedded.url,
    [Symbol.asyncDispose]: async () => {
      await embedded[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** A folder in memory where one is large: each test makes a database of a few hundred files, in a quarter of the time there. */
async function roomForServer(): Promise<string> {
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= roomy ? inMemory : tmpdir();
}
