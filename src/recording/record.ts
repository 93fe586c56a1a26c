// The recorder: a stream of lines of any length goes in, batch by batch. While one batch is written the next one is read.

import type { Database } from '../database/postgres.js';
import { steadfast } from '../database/steadfast.js';
import { type Batch, batchesOf, type Limits, limits } from './batches.js';
import type { KnownUrls } from './pages.js';
import { type RecordType, recordTypes } from './records.js';
import type { RejectedLine, Rejects } from './rejects.js';
import { Recent } from './remembered.js';
import { writeBatch } from './write.js';

/** What has become of the input so far. Everything counted here is on the disk. */
export interface Report {
  /** Number of the last line that was dealt with. */
  readonly lines: number;
  /** How much of the input that is, in bytes; of compressed input about. */
  readonly bytes: number;
  readonly recorded: Readonly<Record<RecordType, number>>;
  /** `unreadable`: lines that do not get as far as naming a known type. */
  readonly rejected: Readonly<Record<RecordType | 'unreadable', number>>;
  /** Whether all input was dealt with. */
  readonly complete: boolean;
}

export interface RecordOptions {
  readonly rejects: Rejects;
  /** Told after every batch. */
  readonly onProgress?: (report: Report) => void;
  /** Told when the database is lost and the batch under way is tried again. */
  readonly onWait?: ((error: unknown) => void) | undefined;
  /** Ends the recording after the batch under way. */
  readonly signal?: AbortSignal;
  readonly limits?: Limits;
}

/** The recording could not go on. The report says how far it came. */
export class RecordingStopped extends Error {
  override readonly name = 'RecordingStopped';

  constructor(
    readonly report: Report,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Bounds the numbers of URLs remembered from batch to batch. */
const rememberedUrls = 100_000;

/**
 * Records every line of `input`, newline-delimited JSON, plain or gzip, in memory that does not grow with it. Throws `RecordingStopped` when
 * the input, the database or the rejects file fails; recording the same input again is then safe.
 */
export async function recordStream(
  db: Database,
  input: AsyncIterable<Buffer>,
  options: RecordOptions,
): Promise<Report> {
  const tally = new Tally();
  const { onWait, signal } = options;
  const steady = steadfast(db, { onWait, signal });
  const known: KnownUrls = new Recent(rememberedUrls);
  const batches = batchesOf(input, options.limits ?? limits);
  try {
    for (let next = ahead(batches.next()); ; ) {
      const result = await unlessAborted(next, signal);
      if (result === 'aborted') return tally.report(false);
      if (result.done) break;
      next = ahead(batches.next());
      await recordBatch({ db: steady, known, rejects: options.rejects, tally }, result.value);
      options.onProgress?.(tally.report(false));
    }
    await options.rejects.complete();
    return tally.report(true);
  } catch (error) {
    throw new RecordingStopped(tally.report(false), error);
  }
}

/** A promise that is looked at later: its failure is not reported as unhandled meanwhile. */
function ahead<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** What `next` yields, or `aborted` when the signal comes first. Leaves nothing behind on the signal, which outlives every batch. */
async function unlessAborted<T>(next: Promise<T>, signal: AbortSignal | undefined): Promise<T | 'aborted'> {
  if (!signal) return next;
  if (signal.aborted) return 'aborted';
  const waiting = new AbortController();
  const aborted = new Promise<'aborted'>((resolve) => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: waiting.signal });
  });
  try {
    return await Promise.race([aborted, next]);
  } finally {
    waiting.abort();
  }
}

interface Recording {
  readonly db: Database;
  readonly known: KnownUrls;
  readonly rejects: Rejects;
  readonly tally: Tally;
}

/** Records one batch and keeps what it rejects; counts it when both are on the disk. */
async function recordBatch({ db, known, rejects, tally }: Recording, batch: Batch): Promise<void> {
  const records = batch.entries.flatMap(({ parsed }) => ('record' in parsed ? [parsed.record] : []));
  const faults = await writeBatch(db, records, known);
  const refused: RejectedLine[] = [];
  let at = 0;
  const outcomes = batch.entries.map(({ line, parsed }) => {
    const found = 'record' in parsed ? (faults[at++] ?? []) : parsed.faults;
    if (found.length > 0) refused.push({ line: line.number, faults: found, bytes: line.bytes });
    return { type: 'record' in parsed ? parsed.record.type : parsed.type, admitted: found.length === 0 };
  });
  await rejects.keep(refused);
  for (const { type, admitted } of outcomes) tally.count(type, admitted);
  tally.lines = batch.line;
  tally.bytes = batch.bytes;
}

/** The counts of one recording. */
class Tally {
  lines = 0;
  bytes = 0;
  private readonly recorded = zeros();
  private readonly rejected = { ...zeros(), unreadable: 0 };

  count(type: RecordType | null, admitted: boolean): void {
    if (type && admitted) this.recorded[type]++;
    else this.rejected[type ?? 'unreadable']++;
  }

  report(complete: boolean): Report {
    const { lines, bytes, recorded, rejected } = this;
    return { lines, bytes, recorded: { ...recorded }, rejected: { ...rejected }, complete };
  }
}

function zeros(): Record<RecordType, number> {
  // safe because every type is a key
  return Object.fromEntries(recordTypes.map((type) => [type, 0])) as Record<RecordType, number>;
}
