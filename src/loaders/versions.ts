// Data versions, for all requests of a server together.

import { coalesce } from '../database/coalesce.js';
import type { Database } from '../database/postgres.js';
import { readVersions, type Subject, type SubjectVersion } from '../tiles/stored/version.js';

export type { Subject } from '../tiles/stored/version.js';

/** Resolves to the version of a subject; `null` where there is no such brand or prompt. */
export type VersionOf = (subject: Subject) => Promise<SubjectVersion | null>;

export function createVersions(db: Database): VersionOf {
  return coalesce((subjects) => readVersions(db.pool, subjects));
}
