// The embedded PostgreSQL: started when nobody runs it, shared when somebody does, stopped by the last one out. Any process
// may be killed at any moment; whoever comes next finds or restarts it.

import { closeSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type pg from 'pg';
import { isCode } from '../../errors.js';
import { dataIn, openCluster, user } from './cluster.js';
import { enter, leave, type Membership } from './launch.js';
import { findPostmaster, isRunning } from './postmaster.js';
import { isLeased, type Supervised } from './supervisor.js';

interface Embedded extends AsyncDisposable {
  readonly connection: pg.PoolConfig;
  /** Where the server listens now: one that was started again may listen elsewhere. */
  readonly locate: () => Promise<Listening>;
  /** The same as an address, for other tools of the same user. */
  readonly url: string;
}

/** A folder of a Unix socket, and the port that its name has. */
interface Listening {
  readonly host: string;
  readonly port: number;
}

interface Pace extends Pick<Supervised, 'tenthsToStop'> {
  /** How often it is looked after. */
  readonly beatMs: number;
}

/**
 * The embedded PostgreSQL of `dataFolder`, running when this fulfils, and at least until disposal. Disposal waits until the
 * server has stopped when nobody else uses it. Throws a message for the operator where it cannot run.
 */
export async function openEmbedded(
  dataFolder: string,
  { tenthsToStop = 200, beatMs = 5_000 }: Partial<Pace> = {},
): Promise<Embedded> {
  const member = await openMember(dataFolder, { tenthsToStop, beatMs }).catch((error: unknown) => {
    throw isUnusable(error) ? unusable(dataFolder, error) : error;
  });
  const { socketFolder: host, port } = member.server;
  return {
    connection: { host, port, user, database: 'postgres', ssl: false },
    url: `postgresql://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`,
    locate: () => member.locate(),
    [Symbol.asyncDispose]: () => member.leave(),
  };
}

/** The server of `dataFolder`, for another thread of a process that keeps it open. */
export function locateEmbedded(dataFolder: string): Pick<Embedded, 'connection' | 'locate'> {
  return {
    connection: { user, database: 'postgres', ssl: false },
    locate: async () => {
      const found = await findPostmaster(dataIn(await realpath(dataFolder)));
      if (!isRunning(found) || found.socketFolder === '') throw new Error('The embedded PostgreSQL does not run now.');
      return { host: found.socketFolder, port: found.port };
    },
  };
}

async function openMember(dataFolder: string, { tenthsToStop, beatMs }: Pace): Promise<Member> {
  const cluster = { ...(await openCluster(dataFolder)), tenthsToStop };
  return new Member(cluster, await enter(cluster), beatMs);
}

/** Whether the system refuses what has to be done in the data folder. */
function isUnusable(error: unknown): error is Error {
  return isCode(error, 'EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'ENOENT');
}

function unusable(dataFolder: string, cause: Error): Error {
  return new Error(
    `The data folder ${resolve(dataFolder)} cannot be used: ${cause.message}. Make it a folder that this user can write to, or set SIGHTLINE_DATA to another one.`,
    { cause },
  );
}

/** One process that uses the server. It looks after the server now and then, because that may be killed as well. */
class Member {
  private readonly timer: NodeJS.Timeout;
  private beat: Promise<void> | undefined;
  private left: Promise<void> | undefined;

  constructor(
    private readonly cluster: Supervised,
    private membership: Membership,
    beatMs: number,
  ) {
    this.timer = setInterval(() => {
      this.beat ??= this.renew().finally(() => {
        this.beat = undefined;
      });
    }, beatMs).unref();
  }

  get server() {
    return this.membership.server;
  }

  async locate(): Promise<Listening> {
    const found = await findPostmaster(this.cluster.data);
    const { socketFolder: host, port } = isRunning(found) && found.socketFolder !== '' ? found : this.server;
    return { host, port };
  }

  leave(): Promise<void> {
    this.left ??= this.end();
    return this.left;
  }

  /** Starts a server again that was killed, and replaces its shell. */
  private async renew(): Promise<void> {
    try {
      const { lease } = this.membership;
      if (isLeased(lease, this.cluster.pipe) && isRunning(await findPostmaster(this.cluster.data))) return;
      this.membership = await enter(this.cluster);
      closeSync(lease);
    } catch {
      // The database stays unavailable, as every query says, until a later beat succeeds.
    }
  }

  private async end(): Promise<void> {
    clearInterval(this.timer);
    await this.beat;
    await leave(this.cluster, this.membership.lease);
  }
}
