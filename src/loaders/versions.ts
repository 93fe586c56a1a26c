// Data versions, for all requests of a server together.

import { addToReach, type BrandReach, createReach } from '../database/citus/brand-reach.js';
import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { createBrandVersions, versionsOver } from '../tiles/stored/brand-versions.js';
import { readVersions, type Subject, type SubjectSource, type SubjectVersion } from '../tiles/stored/version.js';

export type { Subject, SubjectVersion } from '../tiles/stored/version.js';

/** Resolves to the version of each subject; `null` where there is no such brand or prompt. */
export type VersionsOf = (subjects: readonly Subject[]) => Promise<readonly (SubjectVersion | null)[]>;

type Connection = SubjectSource['pool'];

/** Whether a connection sees these versions of its subjects, joined as they were. */
export async function isAtVersions(
  { client, isDistributed }: { readonly client: Connection; readonly isDistributed: boolean },
  subjects: readonly Subject[],
  versions: string,
): Promise<boolean> {
  const found = await Promise.all(await readVersions({ pool: client, isDistributed }, subjects, versionsOver(client)));
  return joinVersions(found.map((each) => each?.version ?? '')) === versions;
}

/** The versions of several subjects as one text. */
export function joinVersions(versions: readonly string[]): string {
  return versions.join(',');
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
