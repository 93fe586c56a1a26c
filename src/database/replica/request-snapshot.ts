// The snapshot of one request: on the replica where that has seen all that the request must see, otherwise on the primary. A replica that fails amid a
// request is replaced by the primary, unless what was read before would be of another version.

import pg from 'pg';
import { unavailable } from '../../errors.js';
import type { Database } from '../postgres.js';
import { isUnavailable } from '../unavailable.js';

/** Where reads went, or why not to the replica: it lacked something, is not used at the moment, or failed; or what they must see is not known. */
const replicaOutcomes = ['replica', 'behind', 'unused', 'failed', 'unversioned'] as const;
export type ReplicaOutcome = (typeof replicaOutcomes)[number];

/** What a request knows of the replica. */
export interface ReplicaReads {
  readonly snapshot: Database['snapshot'];
  /** Why it is not asked; `null`: it is. */
  readonly refusal: () => ReplicaOutcome | null;
  /** Whether a connection sees the versions of the data that the request began with. */
  readonly isCurrent: (client: pg.ClientBase) => Promise<boolean>;
  readonly count: (outcome: ReplicaOutcome) => void;
}

type Work<T> = (client: pg.ClientBase) => Promise<T>;

/** A transaction that is open until it is ended. */
interface Held {
  readonly run: <T>(work: Work<T>) => Promise<T>;
  /** Never rejects. */
  readonly end: () => Promise<void>;
}

export interface RequestSnapshot {
  /** Opens it on the replica if that is possible, and says whether it is there. */
  readonly openOnReplica: () => Promise<boolean>;
  /** Runs `work` in it; not while another read is under way. What fails on the replica is repeated on the primary. */
  readonly read: <T>(work: Work<T>) => Promise<T>;
  /** Gives the connections back. Never rejects: what failed was reported by the read that failed. */
  readonly end: () => Promise<void>;
}

/** A snapshot that its first read opens. */
export function createRequestSnapshot(
  primary: Pick<Database, 'snapshot'>,
  signal: AbortSignal,
  replica: ReplicaReads | null,
): RequestSnapshot {
  const opening: Promise<Held>[] = [];
  const hold = (snapshot: Database['snapshot']): Promise<Held> => {
    const held = openHeld(snapshot, signal);
    opening.push(held);
    return held;
  };
  let onReplica: Promise<Held | null> | undefined;
  let onPrimary: Promise<Held> | undefined;
  let hasRead = false;
  const openOnReplica = () => {
    onReplica ??= replica ? openReplicaOf(replica, hold, signal) : Promise.resolve(null);
    return onReplica;
  };
  const openOnPrimary = () => {
    onPrimary ??= hold(primary.snapshot);
    return onPrimary;
  };
  const read = async <T>(work: Work<T>): Promise<T> => {
    const held = (await openOnReplica()) ?? (await openOnPrimary());
    const result = await held.run(work);
    hasRead = true;
    return result;
  };
  const isReplaced = async (error: unknown): Promise<boolean> => {
    const failed = replica && (await onReplica);
    if (!failed || signal.aborted || !isReplicaFault(error)) return false;
    replica.count('failed');
    onReplica = Promise.resolve(null);
    void failed.end();
    if (hasRead && !(await (await openOnPrimary()).run(replica.isCurrent))) throw changedMeanwhile();
    return true;
  };
  return {
    openOnReplica: async () => (await openOnReplica()) !== null,
    read: (work) =>
      read(work).catch(async (error: unknown) => {
        if (await isReplaced(error)) return read(work);
        throw error;
      }),
    end: async () => {
      const held = await Promise.allSettled(opening);
      await Promise.all(held.map((each) => each.status === 'fulfilled' && each.value.end()));
    },
  };
}

/** The snapshot on the replica; `null` where it is not asked, lacks something, or fails. */
async function openReplicaOf(
  replica: ReplicaReads,
  hold: (snapshot: Database['snapshot']) => Promise<Held>,
  signal: AbortSignal,
): Promise<Held | null> {
  const refusal = replica.refusal();
  if (refusal !== null) {
    replica.count(refusal);
    return null;
  }
  let held: Held | undefined;
  let isCurrent = false;
  try {
    held = await hold(replica.snapshot);
    isCurrent = await held.run(replica.isCurrent);
    replica.count(isCurrent ? 'replica' : 'behind');
  } catch (error) {
    if (signal.aborted || !isReplicaFault(error)) throw error;
    replica.count('failed');
  }
  if (isCurrent && held) return held;
  void held?.end();
  return null;
}

function openHeld(snapshot: Database['snapshot'], signal: AbortSignal): Promise<Held> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return new Promise((resolve, reject) => {
    let last: Promise<unknown> = Promise.resolve();
    const run = <T>(client: pg.ClientBase, work: Work<T>): Promise<T> => {
      const result = work(client);
      last = result;
      return result.catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      });
    };
    const ended: Promise<unknown> = snapshot(async (client) => {
      const end = async () => {
        release();
        await ended;
      };
      resolve({ run: (work) => run(client, work), end });
      if (signal.aborted) release();
      // Taken away again: Node keeps a signal that is made of others as long as anyone listens to it.
      signal.addEventListener('abort', release);
      await released;
      signal.removeEventListener('abort', release);
      // A statement that is being cancelled still needs the connection; a read that failed takes the transaction with it.
      await last;
    }, signal).catch(reject);
  });
}

/** The SQLSTATE of a statement that took too long or was cancelled: it would take as long on the primary. */
const cancelled = '57014';

/** Whether `error` came from the server or the way to it: a lost connection, a conflict with recovery, a schema or a file that it lacks. */
function isReplicaFault(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  return error instanceof pg.DatabaseError && error.code !== cancelled;
}

function changedMeanwhile() {
  return unavailable('The data changed while the read replica became unavailable. Try again in a moment.');
}
