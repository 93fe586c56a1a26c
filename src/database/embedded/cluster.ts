// The data folder of the embedded PostgreSQL: who owns it, how it is made, and whether this build can run it.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, type FileHandle, mkdir, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type Account, advice, type Binaries, findBinaries, installBinaries } from './binaries.js';
import { makeFolder, readIfThere } from './folder.js';

export interface Cluster {
  /** Holds everything below, and the copy of the programs where it can. */
  readonly dataFolder: string;
  /** Belongs to PostgreSQL's user, and to nobody else. */
  readonly base: string;
  /** PostgreSQL's own data. */
  readonly data: string;
  /** The named pipe that every process holds which uses the database. */
  readonly pipe: string;
  /** The file that is locked while a server runs. */
  readonly lock: string;
  readonly log: string;
  /** Who runs PostgreSQL; absent: we do. */
  readonly account: Account | undefined;
  readonly binaries: Binaries;
}

export const user = 'sightline';

/** PostgreSQL refuses root. This is `nobody`, who owns nothing else that matters. */
const nobody: Account = { uid: 65_534, gid: 65_534 };

/** Written to `postgresql.conf` once, where an operator may change them. Durability stays as PostgreSQL has it: on. */
const settings = {
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** PostgreSQL's own data in a data folder. */
export function dataIn(dataFolder: string): string {
  return join(dataFolder, 'postgres', 'data');
}

/** The cluster in `dataFolder`, made when there is none. Throws a message for the operator where it cannot be used. */
export async function openCluster(dataFolder: string): Promise<Cluster> {
  const binaries = await findBinaries();
  await makeFolder(dataFolder);
  const folder = await realpath(resolve(dataFolder));
  const base = join(folder, 'postgres');
  const account = await openOwnFolder(base);
  const cluster = {
    dataFolder: folder,
    base,
    data: dataIn(folder),
    pipe: join(base, 'alive'),
    lock: join(base, 'lock'),
    log: join(base, 'log'),
    account,
    binaries,
  };
  const major = (await readVersion(cluster)) ?? (await initialise(cluster));
  if (major !== binaries.major) {
    throw new Error(
      `The data folder ${folder} was made by PostgreSQL ${major}, and this version of Sightline brings PostgreSQL ${binaries.major}. Start the version that made it, or set SIGHTLINE_DATA to another folder and record your data again.`,
    );
  }
  return cluster;
}

/** Makes the folder where there is none, and says who must run PostgreSQL in it. */
async function openOwnFolder(base: string): Promise<Account | undefined> {
  const self = process.getuid?.() ?? 0;
  await mkdir(base, { recursive: true, mode: 0o700 });
  const { uid, gid } = await stat(base);
  if (self !== 0) {
    if (uid === self) return undefined;
    throw new Error(`The folder ${base} belongs to another user: start as that user, or set SIGHTLINE_DATA.`);
  }
  if (uid !== 0) return { uid, gid };
  await chown(base, nobody.uid, nobody.gid);
  return nobody;
}

async function readVersion({ data }: Cluster): Promise<string | null> {
  return (await readIfThere(join(data, 'PG_VERSION')))?.trim() ?? null;
}

/** Makes the data beside its place and moves it there whole, so that a kill leaves no half of it and the first of several wins. */
async function initialise(cluster: Cluster): Promise<string> {
  const { base, data, account, binaries } = cluster;
  const programs = await installBinaries(binaries, cluster.dataFolder, account);
  const draft = join(base, `draft-${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  if (account) await chown(draft, account.uid, account.gid);
  try {
    await runInitdb(join(programs, 'bin/initdb'), draft, account);
    await rename(draft, data);
    await using folder = await open(base);
    await folder.sync();
  } catch (error) {
    const made = await readVersion(cluster); // by another process that was faster
    if (made === null) throw error;
    return made;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return binaries.major;
}

async function runInitdb(program: string, folder: string, account: Account | undefined): Promise<void> {
  const locale = process.platform === 'darwin' ? 'C' : 'C.UTF-8';
  const values = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const child = spawn(
    program,
    [
      ...['--pgdata', currentFolder(account), '--username', user, '--auth=trust', '--encoding=UTF8'],
      ...[`--locale=${locale}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...values],
    ],
    { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'], ...account },
  );
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const failed = new Promise<string>((resolve) => child.on('error', ({ message }) => resolve(message)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const status = await Promise.race([failed, ended]);
  if (status === 0) return;
  const said = [...output, typeof status === 'string' ? status : ''].join('').trim().slice(-2000);
  throw new Error(`The embedded PostgreSQL could not make its data folder: ${said}\n${advice}`);
}

/**
 * How PostgreSQL is made to use the folder that it is started in. Its user may be unable to reach that by its path, under a
 * home of mode 700; we can, enter it before we give up our rights, and Linux then has a name for it that always works.
 */
export function currentFolder(account: Account | undefined): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : '.';
}

/** Nothing of ours reaches PostgreSQL, above all no `PG…` variable. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin' };
}

/** Opens a file of that folder to read and append, owned by PostgreSQL's user whoever makes it. */
export async function openOwned({ account }: Cluster, path: string): Promise<FileHandle> {
  const file = await open(path, 'a+', 0o600);
  if (account) await file.chown(account.uid, account.gid);
  return file;
}

/** A new folder for the socket: its path must be short (107 bytes at most), and only PostgreSQL's user and root may enter. */
export async function makeSocketFolder({ account }: Cluster): Promise<string> {
  const folder = await mkdtemp('/tmp/sightline-').catch(() => mkdtemp(join(tmpdir(), 'sightline-')));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Whether a socket folder that is left over is still ours alone. One that stays the same lets other processes reconnect. */
export async function isSocketFolder(folder: string, { account }: Cluster): Promise<boolean> {
  if (!basename(folder).startsWith('sightline-')) return false;
  const found = await stat(folder).catch(() => null);
  return (
    found?.isDirectory() === true &&
    found.uid === (account?.uid ?? process.getuid?.()) &&
    (found.mode & 0o777) === 0o700
  );
}

/** Removes what processes left behind that were killed while they made the data. */
export async function removeDrafts({ base }: Cluster): Promise<void> {
  const drafts = (await readdir(base)).filter((name) => name.startsWith('draft-'));
  await Promise.all(drafts.map((name) => rm(join(base, name), { recursive: true, force: true })));
}
