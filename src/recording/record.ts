// The recorder: writes a stream of lines batch by batch. While one batch is written, the next two are read and prepared.

import type { Database } from '../database/postgres.js';
import { type Wait, withRetry } from '../database/with-retry.js';
import { messageOf } from '../errors.js';
import type { Reach } from './admit/state.js';
import { applyPart, type Part, partsOf, type Turn } from './apply.js';
import { type Batch, batchesOf, type Limits, limits } from './input/batches.js';
import type { Prepared } from './prepare/prepare.js';
import { openPreparer, type Preparer } from './prepare/preparer.js';
import { type CountedType, recordTypes } from './prepare/records.js';
import type { Rejects } from './rejects.js';
import { type Caches, emptyCaches } from './write/caches.js';

/** The progress of a recording. Everything counted here is durable. */
export interface Report {
  /** Number of the last line that was processed. */
  readonly lines: number;
  /** Number of input bytes processed; approximate for compressed input. */
  readonly bytes: number;
  readonly recorded: Readonly<Record<CountedType, number>>;
  /** `unreadable`: lines without a known type. */
  readonly rejected: Readonly<Record<CountedType | 'unreadable', number>>;
  /** The brands that records changed. */
  readonly brandIds: ReadonlySet<string>;
  /** Whether all input was processed. */
  readonly complete: boolean;
}

export interface RecordOptions {
  readonly rejects: Rejects;
  /** Called after every part of a batch. */
  readonly onProgress?: (report: Report) => void;
  /** Called when the current batch has to wait for the database, or is retried. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Stops the recording after the current part of a batch. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Limits;
  /** Of several recordings; by default one of its own is opened. */
  readonly preparer?: Preparer;
  /** Called with how many bytes of text were read of the input, which may be compressed; may throw. */
  readonly onText?: (bytes: number) => void;
  /** Records a part of a batch when it is its turn, with caches that no other recording uses meanwhile; by default at once, with caches of its own. */
  readonly turn?: Turn;
  /** Who records; default: whoever can reach everything. */
  readonly reach?: Reach;
}

/** The recording failed. `report` tells how much was recorded. */
export class RecordingStopped extends Error {
  override readonly name = 'RecordingStopped';

  constructor(
    readonly report: Report,
    cause: unknown,
  ) {
    super(messageOf(cause), { cause });
  }
}

/** Size of the caches of URL, domain and query numbers. */
const cachedNumbers = 100_000;

/**
 * Records every line of `input`, newline-delimited JSON, plain or gzipped, in constant memory. Throws `RecordingStopped` if the input, the
 * database or the rejects file fails; it is safe to record the same input again.
 */
export async function recordStream(
  db: Database,
  input: AsyncIterable<Buffer>,
  options: RecordOptions,
): Promise<Report> {
  const tally = new Tally();
  const { onWait, signal } = options;
  const steady = withRetry(db, { onWait, signal });
  const { turn = turnWith(emptyCaches(cachedNumbers)) } = options;
  const max = options.limits ?? limits;
  const { preparer = openPreparer(max) } = options;
  await using _own = options.preparer ? null : preparer;
  const next = preparedBatches(batchesOf(input, max, options.onText), preparer);
  try {
    for (const pending = [next(), next()]; ; ) {
      const batch = await unlessAborted(pending.shift() ?? next(), signal);
      if (batch === 'aborted') return tally.report(false);
      if (!batch) break;
      pending.push(next());
      const recording = { db: steady, turn, rejects: options.rejects, tally, reach: options.reach ?? null };
      for (const part of partsOf(batch.prepared.entries)) {
        if (signal?.aborted) return tally.report(false);
        await recordPart(recording, batch, part);
        options.onProgress?.(tally.report(false));
      }
    }
    await options.rejects.complete();
    return tally.report(true);
  } catch (error) {
    throw new RecordingStopped(tally.report(false), error);
  }
}

function turnWith(known: Caches): Turn {
  return (record) => record(known);
}

interface PreparedBatch extends Batch {
  readonly prepared: Prepared;
}

/** Each call reads and prepares one more batch, or resolves to `null` at the end. Calls may overlap. */
function preparedBatches(batches: AsyncGenerator<Batch>, preparer: Preparer): () => Promise<PreparedBatch | null> {
  return () => {
    const prepared = batches.next().then(async ({ done, value }) => {
      return done ? null : { ...value, prepared: await preparer.prepare(value.lines) };
    });
    // It is awaited later; until then its rejection is not reported as unhandled.
    prepared.catch(() => {});
    return prepared;
  };
}

/** The value of `next`, or `aborted` if the signal is aborted first. Removes its listener from the signal, which outlives the batches. */
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
  readonly turn: Turn;
  readonly rejects: Rejects;
  readonly tally: Tally;
  readonly reach: Reach;
}

/** Records a part of a batch and its rejected lines; counts it once both are durable. */
async function recordPart(
  { db, turn, rejects, tally, reach }: Recording,
  { prepared, lines, bytes }: PreparedBatch,
  [from, to]: Part,
): Promise<void> {
  const entries = prepared.entries.slice(from, to);
  const steps = entries.flatMap((entry) => ('record' in entry ? [entry.record] : []));
  const { refused, brandIds } = await applyPart(db, { steps, rows: prepared.rows, reach }, turn);
  const outcomes = lines.slice(from, to).map(({ number, bytes: line }, index) => {
    const entry = entries[index];
    if (!entry) throw new Error('A prepared batch has fewer entries than lines.');
    const { type, faults = [] } =
      'record' in entry ? { type: entry.record.type, faults: refused.get(entry.record) } : entry;
    return { type, rejected: { line: number, faults, bytes: line } };
  });
  const isRejected = ({ rejected }: (typeof outcomes)[number]) => rejected.faults.length > 0;
  await rejects.keep(outcomes.filter(isRejected).map(({ rejected }) => rejected));
  for (const outcome of outcomes) tally.count(outcome.type, !isRejected(outcome));
  for (const brandId of brandIds) tally.brandIds.add(brandId);
  tally.lines = lines[to - 1]?.number ?? tally.lines;
  if (to === lines.length) tally.bytes = bytes;
}

/** The counts of one recording. */
class Tally {
  lines = 0;
  bytes = 0;
  readonly brandIds = new Set<string>();
  private readonly recorded = zeros();
  private readonly rejected = { ...zeros(), unreadable: 0 };

  count(type: CountedType | null, admitted: boolean): void {
    if (type && admitted) this.recorded[type]++;
    else this.rejected[type ?? 'unreadable']++;
  }

  report(complete: boolean): Report {
    const { lines, bytes, brandIds, recorded, rejected } = this;
    return { lines, bytes, brandIds, recorded: { ...recorded }, rejected: { ...rejected }, complete };
  }
}

function zeros(): Record<CountedType, number> {
  // safe because every type is a key
  return Object.fromEntries([...recordTypes, 'deletion'].map((type) => [type, 0])) as Record<CountedType, number>;
}
