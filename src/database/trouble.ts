// What keeps a database from serving now, as everybody may read it; and a full disk, whether the database reports it, the system does, or neither
// can any more.

import { statfs } from 'node:fs/promises';
import { causesOf, isStatementTimeout, isUnavailable } from './unavailable.js';

/** What PostgreSQL and the system call a full disk. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** The SQLSTATEs of a server that lacks what it needs, and of a system that fails it. */
const exhausted = /^(53|58)[0-9A-Z]{3}$/;

/** Below this an embedded PostgreSQL cannot work: it needs room for one more file of its log. */
const minBytes = 16 * 1024 * 1024;

const fullDisk = 'The disk of the database is full';

/** Why the database cannot serve now, without a full stop; `null`: it could, and `error` is another failure. The same question may succeed later. */
export function troubleOf(error: unknown): string | null {
  if (isDiskFull(error)) return fullDisk;
  if (isUnavailable(error)) return 'The database cannot be reached right now';
  if (isStatementTimeout(error)) return 'The database takes too long to answer right now';
  return hasCode(error, (code) => exhausted.test(code)) ? 'The database lacks resources right now' : null;
}

/** Whether `error`, or what it was caused by, says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, (code) => diskFull.has(code));
}

function hasCode(error: unknown, test: (code: string) => boolean): boolean {
  return causesOf(error).some(({ code }) => typeof code === 'string' && test(code));
}

/** Whether the disk that holds `folder` has too little room for an embedded PostgreSQL to go on; `false` where the system does not report it. */
export async function hasNoRoom(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < minBytes,
    () => false,
  );
}
