// One PID namespace at a time runs the embedded PostgreSQL of a folder. PostgreSQL's own lock is a process id, which says nothing in another
// container; this one is the kernel's (flock) on a file that every process of the server inherits, so it ends with the last of them, however that ends.

import { spawnSync } from 'node:child_process';
import { type FileHandle, readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { isCode } from '../../errors.js';
import { advice } from './binaries.js';
import { type Cluster, environment, openOwned } from './cluster.js';

/** Who holds the lock, as the holder wrote it into the file. */
interface Holder {
  /** The same for all processes that see each other's process ids, and for no others. */
  readonly namespace: string;
  readonly host: string;
}

const pollMs = 100;
/** A container that is about to end lets go within these; one that goes on does not. */
const maxPolls = 10;

/**
 * Takes the lock of `cluster`: the open file, whose descriptor is for the server's processes to inherit. `null`: a process of this namespace
 * holds it, which starts the server or ends just now; try again. Throws a message for the operator where another container or machine holds it.
 */
export async function takeFolderLock(cluster: Cluster): Promise<FileHandle | null> {
  const self = { namespace: await namespaceName(), host: hostname() };
  let holder: Holder | null = null;
  for (let poll = 0; poll < maxPolls; poll++) {
    const file = await tryLock(cluster, self);
    if (file) return file;
    holder = await readHolder(cluster);
    // A holder that has only just come may not have written its name yet, so another name has to stay.
    if (holder?.namespace === self.namespace) return null;
    await setTimeout(pollMs);
  }
  throw new Error(
    `The data folder ${cluster.dataFolder} is in use by another container or machine${holder ? ` (${holder.host})` : ''}, and only one at a time can run its embedded PostgreSQL: run this command there, stop the other one first, or set DATABASE_URL for both.`,
  );
}

async function tryLock(cluster: Cluster, self: Holder): Promise<FileHandle | null> {
  const file = await openOwned(cluster, cluster.lock);
  let locked = false;
  try {
    locked = flock(file, cluster);
    if (!locked) return null;
    await file.truncate();
    await file.appendFile(JSON.stringify(self));
    return file;
  } finally {
    if (!locked) await file.close();
  }
}

/** Whether `file` could be locked. The lock belongs to the open file, so it stays when the program that takes it has ended. */
function flock({ fd }: FileHandle, { dataFolder }: Cluster): boolean {
  // Without PID namespaces, PostgreSQL's own lock suffices.
  if (process.platform !== 'linux') return true;
  const { status, stderr, error } = spawnSync('flock', ['-n', '3'], {
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', fd],
  });
  if (status === 0 || status === 1) return status === 0; // other failures have other numbers
  const reason = isCode(error, 'ENOENT')
    ? 'the program flock is not installed, which is part of util-linux'
    : stderr?.trim() || error?.message || `flock ended with ${status}`;
  throw new Error(`The data folder ${dataFolder} cannot be locked: ${reason}. ${advice}`);
}

async function readHolder({ lock }: Cluster): Promise<Holder | null> {
  try {
    const { namespace, host } = JSON.parse(await readFile(lock, 'utf8'));
    return { namespace: String(namespace), host: String(host) };
  } catch (error) {
    if (error instanceof SyntaxError) return null; // read while it was written
    throw error;
  }
}

/** Numbers of namespaces are unique on one machine, until it is started again. */
async function namespaceName(): Promise<string> {
  if (process.platform !== 'linux') return '';
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    readlink('/proc/self/ns/pid'),
  ]);
  return `${boot.trim()} ${namespace}`;
}
