// What each request may read on the replica: it names its subjects, and read their versions on the primary before; the replica must have seen these.

import type { BoundedDatabase } from '../database/bounded.js';
import type { Replica } from '../database/replica/replica.js';
import type { ReplicaOutcome, ReplicaReads } from '../database/replica/request-snapshot.js';
import { isAtVersions, type SubjectsAt } from './versions.js';

/** What a request has found before its data, as far as it has. */
interface Opened {
  /** The brands and prompts that it names. */
  readonly named?: SubjectsAt;
  /** Absent: it reads more than their data. */
  readonly version?: string;
}

/** `null`: there is no replica. `keyId`: whose share of the reads it counts to. */
export type ReplicaFor = (request: Opened, keyId?: string) => ReplicaReads | null;

interface ReplicaSource extends Pick<Replica, 'state'> {
  readonly db: Pick<BoundedDatabase, 'snapshot' | 'isDistributed' | 'of'>;
  readonly count: (outcome: ReplicaOutcome) => void;
}

/** Reads over `source`; `null`: everything is read on the primary. */
export function createReplicaFor(source: ReplicaSource | null): ReplicaFor {
  if (!source) return () => null;
  const { db, state, count } = source;
  return (request, keyId) => ({
    snapshot: keyId === undefined ? db.snapshot : db.of(keyId).snapshot,
    count,
    refusal: () => {
      if (state().trouble !== null) return 'unused';
      return request.named === undefined || request.version === undefined ? 'unversioned' : null;
    },
    isCurrent: (client) =>
      isAtVersions({ client, isDistributed: db.isDistributed }, request.named ?? { subjects: [], versions: '' }),
  });
}
