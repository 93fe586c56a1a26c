// Into the embedded PostgreSQL and out of it: finds the server that runs or starts one, whoever else does the same just now.

import { closeSync } from 'node:fs';
import { type FileHandle, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { installBinaries } from './binaries.js';
import { type Cluster, currentFolder, isSocketFolder, makeSocketFolder, openOwned, removeDrafts } from './cluster.js';
import { takeFolderLock } from './folder-lock.js';
import { disarm, findPostmaster, isRunning, type Postmaster } from './postmaster.js';
import {
  isLeased,
  isLeasedByAny,
  isWatched,
  type LeaseFailure,
  type Supervised,
  type Supervisor,
  startSupervisor,
  takeLease,
} from './supervisor.js';

/** The server, and the open pipe that keeps it running for us. */
export interface Membership {
  readonly lease: number;
  readonly server: Postmaster;
}

const pollMs = 20;
/** Recovery after a crash replays at most `max_wal_size` of log, which a slow disk may take minutes for. */
const timeoutMs = 600_000;
/** How often the pipe may be out of its place, under a server that runs, before its shell is taken for dead. */
const missingPolls = 100;
/** A server may be killed while it starts; one that fails as often as this has a reason. */
const maxFailures = 3;
const maxLogBytes = 10_000_000;

/** Joins the server of `cluster`, starting it when none runs. Throws where it cannot be started. */
export async function enter(cluster: Supervised): Promise<Membership> {
  const deadline = Date.now() + timeoutMs;
  let failures = 0;
  const forgive = (error: unknown): null => {
    failures++;
    if (failures === maxFailures) throw error;
    return null;
  };
  for (let poll = 0; Date.now() < deadline; poll++) {
    const found = await findPostmaster(cluster.data);
    const lease = isRunning(found) ? await join(cluster, found, poll) : await launch(cluster).catch(forgive);
    if (lease !== null) {
      const server = await untilReady(cluster, deadline);
      // Only a pipe that is still in its place keeps the server for us.
      if (server && isLeased(lease, cluster.pipe)) return { lease, server };
      closeSync(lease);
    }
    await setTimeout(pollMs);
  }
  throw new Error(`The embedded PostgreSQL in ${cluster.base} did not become ready; its log is ${cluster.log}.`);
}

/** Takes a lease of a server that runs; `null`: it is about to stop, try again. */
async function join(cluster: Supervised, server: Postmaster, poll: number): Promise<number | null> {
  if (server.status === 'stopping') return null;
  const lease = takeLease(cluster.pipe);
  if (typeof lease === 'number') return lease;
  return isOrphan(server, lease, poll) ? await adopt(cluster, server) : null;
}

/** Whether nobody looks after a server that runs, because its shell was killed. */
function isOrphan({ status }: Postmaster, pipe: true | LeaseFailure, poll: number): boolean {
  return status !== 'stopping' && (pipe === 'unwatched' || (pipe === 'missing' && poll > missingPolls));
}

async function adopt(cluster: Supervised, { socketFolder }: Postmaster): Promise<number> {
  await using log = await openLog(cluster);
  return (await startSupervisor(cluster, { sockets: socketFolder, command: [], log: log.fd })).lease;
}

/** Starts the server; `null`: another process was faster, or the dead server's last children still end, try again. */
async function launch(cluster: Supervised): Promise<number | null> {
  await using lock = await takeFolderLock(cluster);
  if (!lock) return setTimeout(10 * pollMs, null);
  const stale = await findPostmaster(cluster.data);
  if (isRunning(stale)) return null;
  const programs = await installBinaries(cluster.binaries, cluster.dataFolder, cluster.account);
  // Its process id may be taken, or be that of the new server, which would be taken for ready.
  if (stale) await disarm(cluster.data, stale);
  // Where it listened before: processes that lost the server find the new one there.
  const reuse = stale !== null && (await isSocketFolder(stale.socketFolder, cluster));
  const sockets = reuse ? stale.socketFolder : await makeSocketFolder(cluster);
  if (reuse && stale.pidTaken) await rm(path.join(sockets, '.s.PGSQL.5432.lock'), { force: true });
  await using log = await openLog(cluster);
  const { size } = await log.stat();
  const command = commandLine(cluster, programs, sockets);
  const supervisor = await startSupervisor(cluster, { sockets, command, log: log.fd, lock: lock.fd });
  if (await hasStarted(cluster, supervisor, sockets)) {
    await removeDrafts(cluster);
    return supervisor.lease;
  }
  closeSync(supervisor.lease);
  if (!reuse) await rmdir(sockets).catch(() => {}); // not empty where the server was killed: the next one uses it
  const said = await readFrom(log, size);
  if (/already exists|still in use/.test(said)) return setTimeout(10 * pollMs, null);
  throw new Error(
    `The embedded PostgreSQL in ${cluster.base} does not start: ${said.trim() || 'it ended without a word'}`,
  );
}

function commandLine({ account }: Cluster, programs: string, sockets: string): readonly string[] {
  const postgres = path.join(programs, 'bin/postgres');
  return [postgres, '-D', currentFolder(account), '-k', sockets, '-c', 'listen_addresses='];
}

async function hasStarted(cluster: Cluster, supervisor: Supervisor, sockets: string): Promise<boolean> {
  while (!supervisor.isOver()) {
    const found = await findPostmaster(cluster.data);
    if (isRunning(found) && found.socketFolder === sockets && found.status === 'ready') return true;
    await setTimeout(pollMs);
  }
  return false;
}

async function untilReady({ data }: Cluster, deadline: number): Promise<Postmaster | null> {
  while (Date.now() < deadline) {
    const found = await findPostmaster(data);
    if (!isRunning(found) || found.status === 'stopping') return null;
    if (found.status === 'ready') return found;
    await setTimeout(pollMs);
  }
  return null;
}

/** Lets go of the server. Fulfils once it has stopped, or at once where another process uses it. */
export async function leave(cluster: Supervised, lease: number): Promise<void> {
  closeSync(lease);
  const deadline = Date.now() + timeoutMs;
  for (let poll = 0; Date.now() < deadline && !isLeasedByAny(cluster.pipe); poll++) {
    const server = await findPostmaster(cluster.data);
    if (!isRunning(server)) return;
    if (isOrphan(server, isWatched(cluster.pipe), poll)) closeSync(await adopt(cluster, server));
    await setTimeout(pollMs);
  }
}

/** PostgreSQL's own log, to find the cause of a failure; truncated when it has grown large. */
async function openLog(cluster: Cluster): Promise<FileHandle> {
  const handle = await openOwned(cluster, cluster.log);
  if ((await handle.stat()).size > maxLogBytes) await handle.truncate();
  return handle;
}

async function readFrom(log: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(4000), position });
  return buffer.toString('utf8', 0, bytesRead);
}
