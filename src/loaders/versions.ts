// Data versions, for all requests of a server together.

import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { readVersions, type Subject, type SubjectVersion, type VersionSource } from '../tiles/stored/version.js';

export type { Subject, SubjectVersion } from '../tiles/stored/version.js';

/** Resolves to the version of each subject; `null` where there is no such brand or prompt. */
export type VersionsOf = (subjects: readonly Subject[]) => Promise<readonly (SubjectVersion | null)[]>;

/** Whether a connection sees these versions of its subjects, joined as they were. */
export async function isAtVersions(
  source: VersionSource,
  subjects: readonly Subject[],
  versions: string,
): Promise<boolean> {
  const found = await readVersions(source, subjects);
  return joinVersions(found.map((each) => each?.version ?? '')) === versions;
}

/** The versions of several subjects as one text. */
export function joinVersions(versions: readonly string[]): string {
  return versions.join(',');
}

export function createVersions(db: Database): VersionsOf {
  return coalesce(async (lists) => {
    const found = await readVersions(db, lists.flat());
    let at = 0;
    return lists.map(({ length }) => {
      at += length;
      return found.slice(at - length, at);
    });
  });
}
