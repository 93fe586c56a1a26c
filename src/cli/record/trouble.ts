// Messages for a recording that did not complete: what happened, how much was recorded, and what to do.

import { hasNoRoom, isDiskFull } from '../../database/trouble.js';
import { isUnavailable } from '../../database/unavailable.js';
import type { Wait } from '../../database/with-retry.js';
import { messageOf } from '../../errors.js';
import type { RecordingStopped, Report } from '../../recording/record.js';
import { sentenceOf } from '../silent-nodes.js';
import { positionOf } from './progress.js';

const resumeHint =
  'Everything before that is recorded. Run the same command again to record the rest; it is safe to repeat.\n';

/** The recording was stopped by a signal. */
export function interrupted(report: Report, isImport: boolean): string {
  return `Interrupted ${positionOf(report, isImport)}. ${resumeHint}`;
}

/** The recording failed. `dataFolder`: that of the embedded PostgreSQL, or `null` with another database. */
export async function stopped(
  { report, message: said, cause }: Pick<RecordingStopped, 'report' | 'message' | 'cause'>,
  { dataFolder, isImport }: { readonly dataFolder: string | null; readonly isImport: boolean },
): Promise<string> {
  const [position, message] = [positionOf(report, isImport), said.replace(/\.$/, '')];
  const isLost = isUnavailable(cause);
  if (isDiskFull(cause) || (isLost && dataFolder !== null && (await hasNoRoom(dataFolder))))
    return `The disk became full ${position}: ${message}. Free some space first. ${resumeHint}`;
  if (isLost) return `The connection to the database was lost ${position}: ${message}. ${resumeHint}`;
  return `The recording stopped ${position}: ${message}. ${resumeHint}`;
}

/** The current batch is not recorded yet, because the database, or a node of it, does not answer. */
export function waiting({ error, nodes }: Wait): string {
  const safe = 'what is recorded is safe';
  if (nodes.length > 0) return `${sentenceOf(nodes)} Retrying until all do; ${safe}.\n`;
  return `The database cannot be reached: ${messageOf(error)}. Retrying for 30 seconds.\n`;
}

/** The batch that had to wait is recorded. */
export const goesOn = 'The database answers again; the recording goes on.\n';
