// A hot standby beside the primary, for reads. Its state is measured in the background; a server that does not answer loses its connections, so that
// what is being read there fails, and is read on the primary.

import { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { inTime } from '../in-time.js';
import { type ConnectOptions, connect, type Database } from '../postgres.js';
import { createLagMeter, type LagMeter } from './lag.js';

/** What is known of a replica. */
export interface ReplicaState {
  /** `null`: reads go there. Otherwise why not, in words for the operator. */
  readonly trouble: string | null;
  /** `null`: not known. */
  readonly lagMs: number | null;
}

export interface Replica extends AsyncDisposable {
  readonly db: Database;
  readonly state: () => ReplicaState;
}

interface ReplicaOptions extends ConnectOptions {
  readonly primary: pg.Pool;
  readonly url: string;
  /** Beyond this lag, reads go to the primary. */
  readonly maxLagMs: number;
  /** Called once it is known whether reads go there, and whenever that changes. */
  readonly onChange: (state: ReplicaState) => void;
}

const probeMs = 500;
/** A server that answers slower than this is taken for gone. */
const probeTimeoutMs = 5_000;

/** Connects to a replica as it is needed; it may come and go. Until it has been found to be a standby within its lag, reads do not go there. */
export function openReplica({ primary, url, maxLagMs, onChange, ...options }: ReplicaOptions): Replica {
  const sockets = new Set<Socket>();
  const stream = () => trackedSocket(sockets);
  const db = connect(url, { ...options, stream });
  // A connection of its own: all others may be in use.
  const aside = connect(url, { poolSize: 1, statementTimeoutMs: probeTimeoutMs, stream });
  const meter = createLagMeter();
  let fault: string | null = 'it has not answered yet';
  let wasUsable: boolean | null = null;
  const state = () => stateOf(meter.lagMs(performance.now()), fault, maxLagMs);
  const probe = async () => {
    const measured = performance.now();
    // Where the primary cannot be reached, or has no connection to spare, the lag is not known, and grows.
    const written = await inTime(readWritten(primary), probeTimeoutMs, () => null).catch(() => null);
    if (written !== null) meter.note({ atMs: measured, written });
    fault = await inTime(measure(aside.pool, meter), probeTimeoutMs, () => {
      for (const socket of sockets) socket.destroy();
      return 'it does not answer';
    });
    const found = state();
    const isUsable = found.trouble === null;
    const isFirstLook = wasUsable === null && fault === null && found.lagMs === null;
    if (isFirstLook || isUsable === wasUsable) return;
    onChange(found);
    wasUsable = isUsable;
  };
  const stop = new AbortController();
  const probing = repeat(probe, stop.signal);
  return {
    db,
    state,
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await probing;
      await Promise.all([db, aside].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

function trackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

function stateOf(lagMs: number | null, fault: string | null, maxLagMs: number): ReplicaState {
  if (fault !== null) return { trouble: fault, lagMs };
  if (lagMs === null) return { trouble: 'its lag is not known yet', lagMs };
  return { trouble: lagMs > maxLagMs ? `it is ${(lagMs / 1_000).toFixed(1)} s behind` : null, lagMs };
}

/** Notes what the replica has replayed. Resolves to what is wrong with it, in words for the operator; `null`: nothing is. */
async function measure(replica: pg.Pool, meter: LagMeter): Promise<string | null> {
  try {
    const { rows } = await replica.query<{ isStandby: boolean; replayed: number | null }>(
      `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as replayed`,
    );
    const [row] = rows;
    if (!row?.isStandby || row.replayed === null) return 'it is not a standby';
    meter.replayed(row.replayed);
    return null;
  } catch (error) {
    return `it cannot be reached: ${error instanceof Error ? error.message || error.name : String(error)}`;
  }
}

/** How far the write-ahead log of the primary is on its disk, which may be a standby itself. */
async function readWritten(primary: pg.Pool): Promise<number | null> {
  const { rows } = await primary.query<{ written: number }>(
    `select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::float8 as written`,
  );
  return rows[0]?.written ?? null;
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work();
    await setTimeout(probeMs, undefined, { signal }).catch(() => {});
  }
}
