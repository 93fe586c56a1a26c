// The recorder: a stream of lines of any length goes in, batch by batch. While one batch is written the next two are read and prepared.

import type { Database } from '../database/postgres.js';
import { steadfast } from '../database/steadfast.js';
import { type Batch, batchesOf, type Limits, limits } from './input/batches.js';
import type { Prepared } from './prepare/prepare.js';
import { openPreparer, type Preparer } from './prepare/preparer.js';
import { type RecordType, recordTypes } from './prepare/records.js';
import type { RejectedLine, Rejects } from './rejects.js';
import { type Known, nothingKnown } from './write/pages.js';
import { writeBatch } from './write/write.js';

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
  const known = nothingKnown(rememberedUrls);
  const most = options.limits ?? limits;
  await using preparer = openPreparer(most);
  const next = preparedBatches(batchesOf(input, most), preparer);
  try {
    for (const coming = [next(), next()]; ; ) {
      const batch = await unlessAborted(coming.shift() ?? next(), signal);
      if (batch === 'aborted') return tally.report(false);
      if (!batch) break;
      coming.push(next());
      await recordBatch({ db: steady, known, rejects: options.rejects, tally }, batch);
      options.onProgress?.(tally.report(false));
    }
    await options.rejects.complete();
    return tally.report(true);
  } catch (error) {
    throw new RecordingStopped(tally.report(false), error);
  }
}

interface PreparedBatch extends Batch {
  readonly prepared: Prepared;
}

/** Each call reads one batch more and has it prepared; `null` when there is none. It need not be waited for before the next one. */
function preparedBatches(batches: AsyncGenerator<Batch>, preparer: Preparer): () => Promise<PreparedBatch | null> {
  return () => {
    const read = batches.next();
    const prepare = async (): Promise<PreparedBatch | null> => {
      const { done, value } = await read;
      return done ? null : { ...value, prepared: await preparer.prepare(value.lines) };
    };
    return ahead(prepare());
  };
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
  readonly known: Known;
  readonly rejects: Rejects;
  readonly tally: Tally;
}

/** Records one batch and keeps what it rejects; counts it when both are on the disk. */
async function recordBatch({ db, known, rejects, tally }: Recording, batch: PreparedBatch): Promise<void> {
  const { entries, rows } = batch.prepared;
  const records = entries.flatMap((entry) => ('record' in entry ? [entry.record] : []));
  const faults = await writeBatch(db, { records, rows }, known);
  const refused: RejectedLine[] = [];
  let at = 0;
  const outcomes = batch.lines.map(({ number, bytes }, index) => {
    const entry = entries[index];
    if (!entry) throw new Error('A batch was prepared that has fewer entries than lines.');
    const found = 'record' in entry ? (faults[at++] ?? []) : entry.faults;
    if (found.length > 0) refused.push({ line: number, faults: found, bytes });
    return { type: 'record' in entry ? entry.record.type : entry.type, admitted: found.length === 0 };
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
