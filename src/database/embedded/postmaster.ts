// Reads and mends `postmaster.pid`, PostgreSQL's own lock on a data folder: the one truth about who runs it, and where it listens.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isCode } from '../../errors.js';
import { readIfThere } from './folder.js';

/** A server that runs now. */
export interface Postmaster {
  readonly pid: number;
  /** Empty until it listens. */
  readonly socketFolder: string;
  readonly port: number;
  /** `starting`, `ready`, `stopping`, or empty very early. */
  readonly status: string;
}

/** A lock that a server left behind when it was killed. */
interface StaleLock {
  readonly text: string;
  readonly socketFolder: string;
  /** Whether its process id now belongs to someone else, or to a process that is dead but not yet buried. */
  readonly pidTaken: boolean;
}

/** No process has this id on any system. */
const noProcess = '2147483646';

/** The server of the data folder `data`, what it left behind, or `null` where it left nothing. */
export async function findPostmaster(data: string): Promise<Postmaster | StaleLock | null> {
  const text = (await readIfThere(join(data, 'postmaster.pid'))) ?? '';
  const [first = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n');
  const pid = Number.parseInt(first, 10);
  if (!(pid > 0)) return null;
  if (!exists(pid)) return { text, socketFolder, pidTaken: false };
  const command = await commandOf(pid);
  const ours = command === null || (command.includes('postgres') && command.includes(socketFolder));
  return ours
    ? { pid, socketFolder, port: Number.parseInt(port, 10), status: status.trim() }
    : { text, socketFolder, pidTaken: true };
}

export function isRunning(found: Postmaster | StaleLock | null): found is Postmaster {
  return found !== null && 'pid' in found;
}

/**
 * Makes a stale lock harmless whose process id is taken, for which PostgreSQL would take its server for running, or may be given again. The rest of
 * the file stays, because PostgreSQL reads there whether orphans of the dead server still use its memory.
 */
export async function disarm(data: string, stale: StaleLock): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const suffix = randomBytes(6).toString('hex');
  const [taken, mended] = [`${path}.${suffix}.old`, `${path}.${suffix}.new`];
  try {
    // Taken away first: a server that starts at this very moment has replaced it, and then gets its own back.
    await rename(path, taken);
    const unchanged = (await readFile(taken, 'utf8')) === stale.text;
    const { uid, gid } = await stat(taken);
    await writeFile(mended, stale.text.replace(/^\d+/, noProcess), { mode: 0o600 });
    await chown(mended, uid, gid);
    await link(unchanged ? mended : taken, path);
  } catch (error) {
    if (!isCode(error, 'ENOENT', 'EEXIST')) throw error; // another process was faster
  } finally {
    await Promise.all([taken, mended].map((each) => rm(each, { force: true })));
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** The command line of a process, empty for one that is dead but not yet buried; `null` where the system does not report it. */
async function commandOf(pid: number): Promise<string | null> {
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return new Promise((resolve) => {
      execFile('ps', ['-o', 'command=', '-p', String(pid)], (error, output) => {
        if (error) resolve(error.code === 1 ? '' : null);
        else resolve(output);
      });
    });
  }
}
