// `sightline record`: records a file or standard input, with progress, counts, messages and an exit status.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Config } from '../../config.js';
import { openDatabase } from '../../database/open.js';
import type { Database } from '../../database/postgres.js';
import type { Wait } from '../../database/with-retry.js';
import { limits } from '../../recording/input/batches.js';
import { RecordingStopped, type Report, recordStream } from '../../recording/record.js';
import { type RejectedLine, type Rejects, rejectsFile, rejectsPathOf } from '../../recording/rejects.js';
import { keepRolling, whileRecording } from '../../tiles/roll/rolling.js';
import { onSignal } from '../command.js';
import { rollDue } from '../roll.js';
import type { Terminal } from '../terminal.js';
import { countsOf, showProgress } from './progress.js';
import { goesOn, interrupted, stopped, waiting } from './trouble.js';

/** 0: everything is recorded. 1: some lines were rejected. 2: it failed or was interrupted. */
export type RecordStatus = 0 | 1 | 2;

interface Input {
  readonly bytes: AsyncIterable<Buffer>;
  /** In bytes; `null` if unknown. */
  readonly size: number | null;
  readonly rejectsPath: string;
  /** What a rejected line was made from, where it was made from something else. */
  readonly toOrigin?: (rejected: RejectedLine) => RejectedLine;
  /** Called with the number of the last line that is durable. */
  readonly onDurable?: (line: number) => void;
}

export interface RecordOptions {
  readonly terminal: Terminal;
  /** Print the counts as a JSON object. */
  readonly json?: boolean;
  /** Print the number of durably recorded lines after each batch, as a JSON object; a number sets the lines of a batch. */
  readonly acknowledge?: boolean | number;
  readonly signal?: AbortSignal | undefined;
  /** Where progress is displayed; default: standard error. */
  readonly stream?: NodeJS.WriteStream;
  /** Leave the tiles to a server, which answers from raw rows while it updates them. */
  readonly leavesTiles?: boolean;
  /** Where the database is, for what is said when its disk is full. */
  readonly config?: Pick<Config, 'databaseUrl' | 'dataFolder'>;
}

const chunkBytes = 1_048_576;

/**
 * Records a file, or standard input for `-`, and reports the outcome. SIGINT or SIGTERM stops it after the current batch; a second one
 * terminates the process. Throws if the file or the database cannot be opened.
 */
export async function record(
  config: Config,
  terminal: Terminal,
  file: string,
  options: Pick<RecordOptions, 'json' | 'acknowledge'>,
): Promise<RecordStatus> {
  const size = file === '-' ? null : await sizeOf(file);
  using stop = onSignal();
  await using db = await openDatabase(config);
  const bytes: Readable = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes });
  try {
    const input = { bytes, size, rejectsPath: rejectsPathOf(file) };
    return await recordInput(db, input, { ...options, config, terminal, signal: stop.signal });
  } finally {
    bytes.destroy();
  }
}

/** Records `input` into `db`, displays progress, prints the counts, and reports what failed and how to continue. */
export async function recordInput(db: Database, input: Input, options: RecordOptions): Promise<RecordStatus> {
  const { terminal, leavesTiles = false } = options;
  await using rejects = rejectsOf(input);
  const outcome = await recordWhileRolling(db, input, { rejects, ...options });
  const report = outcome instanceof RecordingStopped ? outcome.report : outcome;
  const { lines, recorded, complete } = report;
  if (options.json) terminal.writeOut(`${JSON.stringify({ complete, lines, recorded, rejected: report.rejected })}\n`);
  else terminal.writeOut(countsOf(report));
  const rejected = Object.values(report.rejected).some((count) => count > 0);
  if (rejected) terminal.writeErr(`The rejected lines and their errors are in ${rejects.path}.\n`);
  if (isNoneReadable(report)) terminal.writeErr(csvHint);
  const isImport = input.toOrigin !== undefined;
  const dataFolder = options.config?.databaseUrl === null ? options.config.dataFolder : null;
  if (outcome instanceof RecordingStopped) terminal.writeErr(await stopped(outcome, { dataFolder, isImport }));
  else if (!report.complete) terminal.writeErr(interrupted(report, isImport));
  if (!report.complete) return 2;
  if (!leavesTiles) await rollRecorded(db, report, options);
  return rejected ? 1 : 0;
}

async function rollRecorded(db: Database, { brandIds }: Report, { terminal, signal, stream }: RecordOptions) {
  // What others recorded is theirs to roll, or the server's: nobody waits for it here.
  const rolling = { among: brandIds, signal, ...(stream ? { stream } : {}) };
  await rollDue(db, rolling).catch((error: Error) => terminal.writeErr(notRolled(error)));
}

const csvHint = 'No line is a JSON object. To record a CSV file: sightline import csv <file> --brand <id> --dry-run\n';

function isNoneReadable({ recorded, rejected }: Report): boolean {
  const { unreadable, ...ofKnownTypes } = rejected;
  return unreadable > 0 && [...Object.values(recorded), ...Object.values(ofKnownTypes)].every((count) => count === 0);
}

function rejectsOf({ rejectsPath, toOrigin }: Input): Rejects {
  const file = rejectsFile(rejectsPath);
  return toOrigin ? { ...file, keep: (lines) => file.keep(lines.map(toOrigin)) } : file;
}

/** The data is recorded and figures are exact; only the tiles are behind. */
function notRolled({ message }: Error): string {
  return `Everything is recorded, but the tiles could not be updated: ${message}. sightline roll or serve updates them.\n`;
}

/** Records while a second connection updates the tiles. If an update fails, the next one repeats it. */
async function recordWhileRolling(
  db: Database,
  input: Input,
  {
    rejects,
    terminal,
    acknowledge,
    signal,
    leavesTiles,
    stream = process.stderr,
  }: RecordOptions & { readonly rejects: Rejects },
): Promise<Report | RecordingStopped> {
  const progress = showProgress(stream, input.size);
  const brandIds = new Set<string>();
  let isWaiting = false;
  const onProgress = (report: Report) => {
    for (const brandId of report.brandIds) brandIds.add(brandId);
    if (isWaiting) terminal.writeErr(goesOn);
    isWaiting = false;
    input.onDurable?.(report.lines);
    if (acknowledge) terminal.writeOut(`${JSON.stringify({ lines: report.lines, bytes: report.bytes })}\n`);
    progress.update(report);
  };
  const onWait = (wait: Wait) => {
    if (!isWaiting) terminal.writeErr(waiting(wait));
    isWaiting = true;
  };
  await using _ = leavesTiles ? null : keepRolling(db, { ...whileRecording, among: brandIds, onError: () => {} });
  try {
    const batching = typeof acknowledge === 'number' ? { limits: { ...limits, records: acknowledge } } : {};
    return await recordStream(db, input.bytes, { rejects, onProgress, onWait, signal, ...batching });
  } catch (error) {
    if (error instanceof RecordingStopped) return error;
    throw error;
  } finally {
    progress.stop();
  }
}

/** The size of `file`, or `null` if it is not a regular file. Throws if it does not exist or is a folder. */
export async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new Error(`${file} cannot be read: ${reason}.`, { cause: error });
  });
  if (found.isDirectory()) throw new Error(`${file} cannot be read: it is a folder.`);
  return found.isFile() ? found.size : null;
}
