// Who uses the embedded PostgreSQL, kept by the kernel: each process holds one named pipe open for writing, and a small shell
// reads it. The pipe ends when the last process closes it or is killed, and then the shell stops the server.

import { execFile, spawn } from 'node:child_process';
import { chownSync, closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { isCode } from '../../errors.js';
import { type Cluster, environment } from './cluster.js';

export interface Supervised extends Cluster {
  /** How long its server may take to stop in good order, in tenths of a second. */
  readonly tenthsToStop: number;
}

/**
 * Runs in PostgreSQL's data folder with the pipe as standard input; its arguments are the socket's folder and PostgreSQL's
 * command line, which is missing when that runs already. It deals with a process that takes hold of the pipe just as it ends:
 * each writes a line first thing, and makes sure that the pipe is in its place only after that. So, with the pipe out of its
 * place, a line means that someone came in time; and its end, that nobody did and nobody can any more. A server that receives the signal to stop
 * while it recovers from a crash may forget to (PostgreSQL 18.4 does, and on a full disk it cannot), so the signal is sent again, and then ends
 * at once: the next start replays its log, and nothing is lost.
 */
const script = (tenthsToStop: number) => `
trap '' HUP INT TERM QUIT
sockets=$1; shift
if [ $# -gt 0 ]; then
  { "$@" && rmdir "$sockets"; rm -f ../closing; kill -USR1 $$; } </dev/null &
fi
while :; do
  while read -r line; do :; done
  mv ../alive ../closing
  read -r line || break
  mv ../closing ../alive
done
exec 2>/dev/null
tries=0
until read -r pid <postmaster.pid && kill -INT "$pid" || [ $tries -eq 100 ]; do
  tries=$((tries + 1)); sleep 0.1
done
tries=0
while kill -0 "$pid" && [ $tries -lt 1000 ]; do
  tries=$((tries + 1)); sleep 0.1
  [ $tries -eq ${tenthsToStop} ] && kill -QUIT "$pid"
done
rmdir "$sockets"
rm -f ../closing
`;

export interface Supervisor {
  /** The descriptor that keeps the server alive while this process holds it open. */
  readonly lease: number;
  /** Whether the shell has ended, and with it the server that it started. */
  isOver(): boolean;
}

interface Duty {
  readonly sockets: string;
  /** Starts PostgreSQL; empty: it runs already. */
  readonly command: readonly string[];
  /** The descriptor of the log. */
  readonly log: number;
  /** The descriptor of the folder's lock, which the server's processes then hold; absent: they do already. */
  readonly lock?: number;
}

/** Starts the shell, and PostgreSQL under it. */
export async function startSupervisor(cluster: Supervised, { sockets, command, log, lock }: Duty): Promise<Supervisor> {
  await makePipe(cluster);
  const { read, write } = openBothEnds(cluster.pipe);
  try {
    const child = spawn(
      '/bin/sh',
      ['-c', script(cluster.tenthsToStop), `sightline-supervisor ${cluster.base}`, sockets, ...command],
      {
        cwd: cluster.data,
        env: environment(),
        stdio: [read, log, log, lock ?? 'ignore'],
        // Its own session: Ctrl-C in the terminal is for us, and we end the server in our own time.
        detached: true,
        ...cluster.account,
      },
    );
    child.unref();
    let over = false;
    child.on('exit', () => {
      over = true;
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return { lease: write, isOver: () => over };
  } catch (error) {
    closeSync(write);
    throw error;
  } finally {
    closeSync(read);
  }
}

async function makePipe({ pipe, account }: Cluster): Promise<void> {
  try {
    await promisify(execFile)('mkfifo', ['-m', '600', pipe]);
    if (account) chownSync(pipe, account.uid, account.gid);
  } catch (error) {
    if (!isPipe(pipe)) throw error; // otherwise it was there, or another process was faster
  }
}

function isPipe(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
}

/** A pipe opens at once only when its other end is open, so it is first opened for both. */
function openBothEnds(path: string): { read: number; write: number } {
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  try {
    const read = openSync(path, constants.O_RDONLY);
    return { read, write: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
  } finally {
    closeSync(both);
  }
}

/** `missing`: the pipe is not in its place, so the server is about to stop. `unwatched`: no shell reads it. */
export type LeaseFailure = 'missing' | 'unwatched';

/** Takes a lease of the server through the pipe: the descriptor, or why there is none. */
export function takeLease(path: string): number | LeaseFailure {
  const lease = openToWrite(path);
  if (typeof lease === 'string' || isLeased(lease, path)) return lease;
  closeSync(lease);
  return 'missing';
}

/** Whether the pipe has its shell, without taking a lease: no line is written. */
export function isWatched(path: string): true | LeaseFailure {
  const probe = openToWrite(path);
  if (typeof probe === 'string') return probe;
  closeSync(probe);
  return true;
}

function openToWrite(path: string): number | LeaseFailure {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return 'missing';
    if (isCode(error, 'ENXIO')) return 'unwatched';
    throw error;
  }
}

/** Whether the shell still reads the pipe that `lease` keeps open. */
export function isLeased(lease: number, path: string): boolean {
  try {
    writeSync(lease, '\n');
  } catch (error) {
    if (!isCode(error, 'EAGAIN')) return false; // a full pipe is a pipe all the same
  }
  return fstatSync(lease).ino === statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Whether any process holds the pipe: once it is empty, reading it would then have to wait. */
export function isLeasedByAny(path: string): boolean {
  try {
    const probe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      while (readSync(probe, Buffer.alloc(512)) > 0);
      return false;
    } finally {
      closeSync(probe);
    }
  } catch (error) {
    if (isCode(error, 'EAGAIN')) return true;
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}
