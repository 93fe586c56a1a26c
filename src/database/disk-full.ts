// Distinguishes a full disk from every other failure, whether the database reports it, the system does, or neither can any more.

import { statfs } from 'node:fs/promises';

/** What PostgreSQL and the system call it. */
const codes = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Below this an embedded PostgreSQL cannot work: it needs room for one more file of its log. */
const minBytes = 16 * 1024 * 1024;

/** Whether `error`, or what it was caused by, says that a disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause }: { readonly code?: unknown; readonly cause?: unknown } = error;
  return (typeof code === 'string' && codes.has(code)) || isDiskFull(cause);
}

/** Whether the disk that holds `folder` has too little room for an embedded PostgreSQL to go on; `false` where the system does not report it. */
export async function hasNoRoom(folder: string): Promise<boolean> {
  return statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < minBytes,
    () => false,
  );
}
