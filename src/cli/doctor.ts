// `sightline doctor`: checks everything that a server needs. Read-only: it applies no migration and creates no tile and no data folder.

import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { listKeys } from '../auth/store.js';
import { type Config, readConfig } from '../config.js';
import { isDistributed } from '../database/citus/layout.js';
import { readUnreachable } from '../database/citus/reach.js';
import { poolerAdvice, requireSession } from '../database/connection/require-session.js';
import { isThere } from '../database/embedded/folder.js';
import { pendingOf, readMigrations, requireVersion } from '../database/migrate.js';
import { openUnmigrated } from '../database/open.js';
import { type Database, layoutOf } from '../database/postgres.js';
import { examineReplica } from '../database/replica/examine.js';
import { type DatabaseState, readState } from '../database/state.js';
import { stepsLeft } from '../distribution/distribute.js';
import { quarterMs } from '../domain/limits.js';
import { countMarks } from '../tiles/roll/waiting.js';
import { demoKeyFile } from './demo/key.js';
import { examined, type Finding, found, messageOrCode } from './finding.js';
import { examineDomains } from './owned-domains.js';
import type { Terminal } from './terminal.js';

const [warnAheadMs, failAheadMs] = [2_000, 60_000];
const [warnFreeBytes, failFreeBytes] = [2_000_000_000, 200_000_000];

/** Prints one line per check, or all as one JSON object. Returns the exit status: 1 if a check failed. */
export async function doctor(
  env: Readonly<Record<string, string | undefined>>,
  { json }: { readonly json?: boolean },
  terminal: Terminal,
): Promise<0 | 1> {
  const findings = await examine(env);
  const ok = findings.every(({ status }) => status !== 'fail');
  if (json) terminal.writeOut(`${JSON.stringify({ ok, findings })}\n`);
  else terminal.writeOut(findings.map((finding) => lineOf(finding, terminal)).join(''));
  return ok ? 0 : 1;
}

const colors = { ok: 32, warn: 33, fail: 31 } as const;

function lineOf({ name, status, message }: Finding, { hasColors }: Terminal): string {
  const word = status.padEnd(4);
  return `${hasColors ? `\u001b[${colors[status]}m${word}\u001b[0m` : word}  ${name.padEnd(10)}  ${message}\n`;
}

function examine(env: Readonly<Record<string, string | undefined>>): Promise<readonly Finding[]> {
  return examined('settings', async (say) => {
    const config = readConfig(env);
    const first = [say('ok', 'every setting is valid'), ...(await examineDocuments(config))];
    if (config.databaseUrl !== null) return [...first, ...(await examineDatabase(config))];
    const folder = await examineFolder(config.dataFolder);
    const [worst] = folder.filter(({ status }) => status !== 'ok');
    return [...first, ...folder, ...(worst && !(await hasData(config)) ? [] : await examineDatabase(config))];
  });
}

/** The documents that the operator supplies, if any. The schema is loaded only for them. */
async function examineDocuments(config: Config): Promise<readonly Finding[]> {
  if (config.persistedDocuments === null) return [];
  return examined('documents', async (say) => {
    const { openDocuments } = await import('../app/open-documents.js');
    await openDocuments(config);
    return say('ok', `every document of ${config.persistedDocuments} is valid`);
  });
}

/** The data folder of the embedded database. */
function examineFolder(folder: string): Promise<readonly Finding[]> {
  return examined('data', async (say) => {
    if (!(await isThere(folder)))
      return say('warn', `${folder} does not exist yet; sightline demo or sightline record creates it`);
    try {
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch {
      return say('fail', `${folder} is not writable; run as its owner, or set SIGHTLINE_DATA to another folder`);
    }
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const text = `${folder} has ${(free / 1e9).toLocaleString('en', { maximumFractionDigits: 1 })} GB free`;
    const space =
      free < failFreeBytes
        ? say('fail', `${text}; free disk space, or the database will stop`)
        : free < warnFreeBytes
          ? say('warn', `${text}; free disk space soon`)
          : say('ok', text);
    if (await hasData({ dataFolder: folder })) return space;
    return [space, found('database', 'warn', 'no database yet; sightline demo or sightline record creates it')];
  });
}

function hasData({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<boolean> {
  return isThere(join(dataFolder, 'postgres', 'data'));
}

function examineDatabase(config: Config): Promise<readonly Finding[]> {
  return examined('database', async () => {
    await using db = await openUnmigrated({ ...config, poolSize: 2 });
    const state = await stateOf(db, config);
    requireVersion(state.versionNumber);
    const replica = await replicaOf(db, config);
    const migrations = await examineMigrations(state);
    const isReady = migrations.every(({ status }) => status === 'ok');
    const content = isReady ? await examineContent(db, config) : [];
    return [connection(state), ...replica, clock(state), ...migrations, ...content];
  });
}

async function stateOf({ pool }: Database, { databaseUrl }: Config): Promise<DatabaseState> {
  try {
    await requireSession(pool);
    return await readState(pool);
  } catch (error) {
    const message = messageOrCode(error);
    if (message.includes(poolerAdvice)) throw error;
    const advice =
      databaseUrl === null ? 'see the log in the data folder' : 'check DATABASE_URL and that the server is running';
    throw new Error(`cannot be reached: ${message.replace(/\.$/, '')}; ${advice}`);
  }
}

async function examineContent(opened: Database, config: Config): Promise<readonly Finding[]> {
  return examined('cluster', async () => {
    const db = { ...opened, ...layoutOf(opened, await isDistributed(opened.pool)) };
    return [
      ...(await examineCluster(db)),
      ...(await examineTiles(db)),
      ...(await examineDomains(db)),
      ...(await examineKeys(db, config)),
    ];
  });
}

function connection({ version, isReadOnly }: DatabaseState): Finding {
  const text = `connected to PostgreSQL ${version}`;
  return found('database', 'ok', isReadOnly ? `${text}, read-only: commands that only read use it as it is` : text);
}

async function replicaOf({ pool }: Database, { readDatabaseUrl: url }: Config): Promise<readonly Finding[]> {
  if (url === null) return [];
  return examined('replica', async (say) => {
    const { isUsed, message } = await examineReplica(pool, url);
    return say(isUsed ? 'ok' : 'warn', message);
  });
}

function clock({ aheadMs }: DatabaseState): Finding {
  const [skewMs, direction] = [Math.abs(aheadMs), aheadMs > 0 ? 'ahead of' : 'behind'];
  const text = `the clock of the database is ${(skewMs / 1_000).toFixed(1)} s ${direction} this machine's`;
  if (skewMs < warnAheadMs) return found('clock', 'ok', 'the clocks of the database and of this machine agree');
  return found('clock', skewMs < failAheadMs ? 'warn' : 'fail', `${text}; synchronize both with NTP`);
}

function examineMigrations({ migrations, isReadOnly }: DatabaseState): Promise<readonly Finding[]> {
  return examined('migrations', async (say) => {
    const known = await readMigrations();
    const count = pendingOf(known, migrations).length;
    if (count === 0) return say('ok', `all ${known.length} are applied`);
    const text = `${count} of ${known.length} are pending`;
    if (isReadOnly) return say('fail', `${text}; start this version on the primary once, which applies them`);
    return say('warn', `${text}; sightline serve applies them at startup`);
  });
}

/** Nothing for a database on one machine. */
async function examineCluster(db: Database): Promise<readonly Finding[]> {
  if (!db.isDistributed) return [];
  return examined('cluster', async (say) => {
    const nodes = (await readUnreachable(db)).map(
      (node) => `the node ${node} does not answer; its brands cannot be used until it does`,
    );
    const steps = (await stepsLeft(db.pool)).map(({ fault }) => `${fault}; run sightline distribute`);
    const faults = [...nodes, ...steps].map((message) => say('fail', message));
    return faults.length > 0 ? faults : say('ok', 'distributed, and every node answers');
  });
}

/** On a cluster without the brands of nodes that do not answer, which are a finding of their own. */
function examineTiles(db: Database): Promise<readonly Finding[]> {
  return examined('tiles', async (say) => {
    const unreachable: unknown[] = [];
    const { quarters, brands, first, oldest } = await countMarks(db, (error) => unreachable.push(error));
    const but = unreachable.length > 0 ? ', but for the brands of nodes that do not answer' : '';
    if (first === null || oldest === null) return say('ok', `up to date${but}`);
    const since = new Date(first * quarterMs).toISOString();
    const age = Math.max(0, Math.round((Date.now() - oldest.getTime()) / 1000));
    const pending = `${quarters} quarter hours of ${brands} brands are pending${but}, the earliest ${since}, the oldest mark for ${age} s`;
    const advice = 'a running server or sightline roll updates them; until then figures are exact but slower';
    return say('warn', `${pending}; ${advice}`);
  });
}

function examineKeys(db: Database, { adminKeys, dataFolder }: Config): Promise<readonly Finding[]> {
  return examined('keys', async (say) => {
    const now = new Date();
    const keys = await listKeys(db);
    const valid = keys.filter(({ revokedAt, expiresAt }) => !revokedAt && (!expiresAt || expiresAt > now));
    const file = demoKeyFile(dataFolder);
    const demo = (await isThere(file)) ? file : null;
    if (adminKeys.length + valid.length > 0) {
      const text = `${adminKeys.length} admin keys, ${valid.length} valid organization keys of ${keys.length}`;
      return say('ok', demo ? `${text}, and for sightline demo the key in ${demo}` : text);
    }
    const none = demo
      ? `only sightline demo has a key, in ${demo}, which no other server accepts`
      : 'there is no usable API key';
    return say('warn', `${none}; set ADMIN_API_KEYS or run sightline keys create`);
  });
}
