// `sightline record`: a file or standard input goes through the recorder; how far it is, what became of it, and an exit status.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Config } from '../config.js';
import { openDatabase } from '../database/open.js';
import type { Database } from '../database/postgres.js';
import { limits } from '../recording/input/batches.js';
import { RecordingStopped, type Report, recordStream } from '../recording/record.js';
import { type Rejects, rejectsFile } from '../recording/rejects.js';
import { keepRolling, whileRecording } from '../tiles/roll/rolling.js';
import { countsOf, showProgress } from './record-progress.js';
import { interrupted, stopped, waiting } from './record-trouble.js';
import { rollDue } from './roll.js';
import type { Terminal } from './terminal.js';

/** 0: everything is recorded. 1: some lines were rejected. 2: it could not run, or not to the end. */
export type RecordStatus = 0 | 1 | 2;

export interface Input {
  readonly bytes: AsyncIterable<Buffer>;
  /** In bytes; `null` where nobody knows. */
  readonly size: number | null;
  readonly rejectsPath: string;
}

export interface RecordOptions {
  readonly terminal: Terminal;
  /** Whether the counts are printed as a JSON object. */
  readonly json?: boolean;
  /** Whether each batch that is on the disk is told by the number of its last line, as a JSON object; a number: of so many lines. */
  readonly acknowledge?: boolean | number;
  readonly signal?: AbortSignal;
  /** Where progress is shown. */
  readonly stream?: NodeJS.WriteStream;
  /** Of the embedded PostgreSQL, where that is the database. */
  readonly dataFolder?: string | null;
}

const chunkBytes = 1_048_576;

/**
 * Records a file, or standard input for `-`, and tells what became of it. SIGINT and SIGTERM end it after the batch under way; a second one
 * ends the process at once. Throws when the file or the database cannot be opened.
 */
export async function record(
  file: string,
  options: Pick<RecordOptions, 'terminal' | 'json' | 'acknowledge'> & { readonly config: Config },
): Promise<RecordStatus> {
  const size = file === '-' ? null : await sizeOf(file);
  const stop = new AbortController();
  using _ = onSignal(() => stop.abort());
  await using db = await openDatabase(options.config);
  const bytes: Readable = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: chunkBytes });
  try {
    const rejectsPath = `${file === '-' ? 'stdin' : file}.rejected.ndjson`;
    const { config, ...rest } = options;
    const dataFolder = config.databaseUrl === null ? config.dataFolder : null;
    return await recordInput(db, { bytes, size, rejectsPath }, { ...rest, dataFolder, signal: stop.signal });
  } finally {
    bytes.destroy();
  }
}

/** Records `input` into `db`, shows progress, prints the counts, and tells what went wrong and how to go on. */
export async function recordInput(db: Database, input: Input, options: RecordOptions): Promise<RecordStatus> {
  const { terminal, signal } = options;
  await using rejects = rejectsFile(input.rejectsPath);
  const outcome = await recordWhileRolling(db, input, { rejects, ...options });
  const report = outcome instanceof RecordingStopped ? outcome.report : outcome;
  const { lines, recorded, complete } = report;
  if (options.json) terminal.print(`${JSON.stringify({ complete, lines, recorded, rejected: report.rejected })}\n`);
  else terminal.print(countsOf(report));
  const rejected = Object.values(report.rejected).some((count) => count > 0);
  if (rejected) terminal.tell(`The rejected lines are in ${rejects.path}, each with what is wrong with it.\n`);
  if (outcome instanceof RecordingStopped) terminal.tell(await stopped(outcome, options.dataFolder ?? null));
  else if (!report.complete) terminal.tell(interrupted(report));
  if (!report.complete) return 2;
  await rollDue(db, terminal, signal).catch((error: Error) => terminal.tell(notRolled(error)));
  return rejected ? 1 : 0;
}

/** What is recorded is safe, and answers are exact all the same. */
function notRolled({ message }: Error): string {
  return `Everything is recorded, but the tiles could not be brought up to date: ${message}. The next sightline roll, record or serve does it.\n`;
}

/** Records, while a second connection rolls what is recorded already. A pass that fails leaves its runs to the next one. */
async function recordWhileRolling(
  db: Database,
  input: Input,
  { rejects, terminal, acknowledge, signal, stream = process.stderr }: RecordOptions & { readonly rejects: Rejects },
): Promise<Report | RecordingStopped> {
  const progress = showProgress(stream, input.size);
  let isWaiting = false;
  const onProgress = (report: Report) => {
    isWaiting = false;
    if (acknowledge) terminal.print(`${JSON.stringify({ lines: report.lines, bytes: report.bytes })}\n`);
    progress.update(report);
  };
  const onWait = (error: unknown) => {
    if (!isWaiting) terminal.tell(waiting(error));
    isWaiting = true;
  };
  await using _ = keepRolling(db, { ...whileRecording, onError: () => {} });
  try {
    const most = typeof acknowledge === 'number' ? { limits: { ...limits, records: acknowledge } } : {};
    return await recordStream(db, input.bytes, { rejects, onProgress, onWait, ...most, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (error instanceof RecordingStopped) return error;
    throw error;
  } finally {
    progress.stop();
  }
}

/** Throws a message for the person at the terminal when `file` is not one. */
async function sizeOf(file: string): Promise<number | null> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new Error(`${file} cannot be read: ${why}.`, { cause: error });
  });
  if (found.isDirectory()) throw new Error(`${file} cannot be read: it is a folder.`);
  return found.isFile() ? found.size : null;
}

/** Calls `stop` at the first signal to end; after it the default holds again. */
export function onSignal(stop: () => void): Disposable {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const remove = () => {
    for (const each of signals) process.removeListener(each, listener);
  };
  const listener = () => {
    remove();
    stop();
  };
  for (const each of signals) process.on(each, listener);
  return { [Symbol.dispose]: remove };
}
