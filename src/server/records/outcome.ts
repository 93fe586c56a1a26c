// What a client is told of its recording: what was counted and rejected, and where it stopped, up to which line everything is recorded.

import { AppError, unavailable } from '../../errors.js';
import { InputTooLarge } from '../../recording/input/batches.js';
import type { RecordingStopped, Report } from '../../recording/record.js';
import type { RejectedLine, Rejects } from '../../recording/rejects.js';
import { toAppError } from '../context/errors.js';
import { type HttpResponse, jsonResponse } from '../context/http-response.js';
import type { AuthorizedContext } from '../context/request-context.js';
import { BodyLate } from './read-ahead.js';

/** Rejected lines that are listed, and faults of each. */
const [maxRejected, maxFaults] = [1_000, 20];

type Rejected = Omit<RejectedLine, 'bytes'>;

/** Keeps the rejected lines in memory, up to a number. */
export function rejectsList(): Rejects & { readonly rejected: Rejected[] } {
  const rejected: Rejected[] = [];
  return {
    path: '',
    rejected,
    keep: async (lines) => {
      for (const { line, faults } of lines.slice(0, maxRejected - rejected.length))
        rejected.push({ line, faults: faults.slice(0, maxFaults) });
    },
    complete: async () => {},
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The answer where all of it was read. Throws `unavailable` where it was stopped. */
export function answerOf(report: Report, listed: readonly Rejected[]): HttpResponse {
  const { recorded, rejected, complete } = report;
  if (!complete) throw unavailable(`The recording was stopped. ${placeOf(report, { listed, isUnsettled: false })}`);
  const counts = Object.entries(recorded).map(([type, count]) => [`${type}s`, count] as const);
  return jsonResponse(200, { recorded: Object.fromEntries(counts), rejectedCount: sumOf(rejected), rejected: listed });
}

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface Place {
  readonly listed: readonly Rejected[];
  readonly isUnsettled: boolean;
}

interface Stopped extends Place {
  readonly maxRecordBytes: number;
  readonly requestContext: AuthorizedContext;
}

/** The error for the client, and up to which line everything is recorded. */
export function stoppedError({ report, cause }: RecordingStopped, { maxRecordBytes, ...stopped }: Stopped): AppError {
  const place = placeOf(report, stopped);
  if (cause instanceof InputTooLarge) return tooLarge(maxRecordBytes, place);
  if (cause instanceof BodyLate) {
    const message = `The body did not arrive in time: send less at once. ${place}`;
    return new AppError('validation_error', message, { headers: { Connection: 'close' } });
  }
  const isDamaged = cause instanceof Error && cause.message.startsWith('the gzip data');
  const { code, message, headers } = isDamaged
    ? new AppError('validation_error', `The body is not right: ${cause.message}.`)
    : toAppError(cause, stopped.requestContext);
  return new AppError(code, `${message} ${place}`, { headers });
}

/** `place`: what is recorded of it; `null`: nothing was begun. */
export function tooLarge(maxBytes: number, place: string | null): AppError {
  const said = place === null ? '' : ` ${place}`;
  const message = `The records are larger than ${maxBytes} bytes, or are once they are decompressed: send them in several requests.${said}`;
  return new AppError('payload_too_large', message);
}

function placeOf({ lines, rejected }: Report, { listed, isUnsettled }: Place): string {
  if (lines === 0)
    return isUnsettled ? 'Nothing is known to be recorded; send all of it again.' : 'Nothing is recorded.';
  const count = sumOf(rejected);
  if (count === 0) return `Everything up to line ${lines} is recorded; go on behind it, or send all of it again.`;
  const named = listed.slice(0, maxFaults).map(({ line }) => line);
  const which = `${named.join(', ')}${named.length < count ? ' …' : ''}`;
  const but = `but for ${count} rejected ${count === 1 ? 'line' : 'lines'} (${which})`;
  return `Everything up to line ${lines} is recorded ${but}; go on behind it, or send all of it again, which says why.`;
}
