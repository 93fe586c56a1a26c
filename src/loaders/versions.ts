// Data versions, for all requests of a server together.

import type { BoundedDatabase } from '../database/bounded.js';
import { addToReach, type BrandReach, createReach } from '../database/citus/brand-reach.js';
import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import type { Replica } from '../database/replica/replica.js';
import type { ReplicaOutcome, ReplicaReads } from '../database/replica/request-snapshot.js';
import { createBrandVersions, versionsOver } from '../tiles/stored/brand-versions.js';
import { readVersions, type Subject, type SubjectSource, type SubjectVersion } from '../tiles/stored/version.js';

export type { Subject, SubjectVersion } from '../tiles/stored/version.js';

/** Resolves to the version of each subject; `null` where there is no such brand or prompt. */
export type VersionsOf = (subjects: readonly Subject[]) => Promise<readonly (SubjectVersion | null)[]>;

type Connection = SubjectSource['pool'];

/** Whether a connection sees these versions. */
export async function isAtVersions(
  { client, isDistributed }: { readonly client: Connection; readonly isDistributed: boolean },
  { subjects, versions }: SubjectsAt,
): Promise<boolean> {
  const found = await Promise.all(await readVersions({ pool: client, isDistributed }, subjects, versionsOver(client)));
  return joinVersions(found) === versions;
}

/** The versions of several subjects as one text; of one that is not there it is empty. */
export function joinVersions(versions: readonly (Pick<SubjectVersion, 'version'> | null)[]): string {
  return versions.map((each) => each?.version ?? '').join();
}

/** Subjects, and their versions as one text. */
export interface SubjectsAt {
  readonly subjects: readonly Subject[];
  readonly versions: string;
}

export function createVersions(db: Database): VersionsOf {
  const readBrands = createBrandVersions(db);
  const find = coalesce(async (lists: readonly (readonly Subject[])[]) => {
    const found = await readVersions(db, lists.flat(), readBrands);
    let at = 0;
    return lists.map(({ length }) => {
      at += length;
      return found.slice(at - length, at);
    });
  });
  return async (subjects) => Promise.all(await find(subjects));
}

/** Notes what the versions of its subjects say of the brands of a request. */
export function noteReach(request: { reach?: BrandReach }, versions: readonly (SubjectVersion | null)[]): void {
  request.reach ??= createReach();
  for (const each of versions) if (each?.brand) addToReach(request.reach, each.brand.id, !each.isUnreachable);
}

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

/**
 * What each request may read over `source`: it read the versions of what it names on the primary before, and the replica must have seen these. `null`:
 * everything is read on the primary.
 */
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
