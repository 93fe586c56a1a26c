// What a person is told when a recording does not reach the end of its input: what happened, how far it came, what to do.

import { hasNoRoom, isDiskFull } from '../database/disk-full.js';
import { isUnavailable } from '../database/unavailable.js';
import type { RecordingStopped, Report } from '../recording/record.js';
import { placeOf } from './record-progress.js';

const goOn =
  'Everything up to there is recorded; run the same command again to record the rest: what is recorded already stays as it is.\n';

/** The recording was ended by a signal. */
export function interrupted(report: Report): string {
  return `Interrupted ${placeOf(report)}. ${goOn}`;
}

/** The recording could not go on. `dataFolder`: of the embedded PostgreSQL, where that is the database. */
export async function stopped(
  { report, message, cause }: Pick<RecordingStopped, 'report' | 'message' | 'cause'>,
  dataFolder: string | null,
): Promise<string> {
  const place = placeOf(report);
  const isLost = isUnavailable(cause);
  if (isDiskFull(cause) || (isLost && dataFolder !== null && (await hasNoRoom(dataFolder))))
    return `The disk is full, ${place}: ${message}. Make room first. ${goOn}`;
  if (isLost) return `The database cannot be reached any more ${place}: ${message}. ${goOn}`;
  return `The recording stopped ${place}: ${message}. ${goOn}`;
}

/** The database was lost, and is tried again. */
export function waiting(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The database cannot be reached: ${why}. Trying again for half a minute.\n`;
}
