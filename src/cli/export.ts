// `sightline export`: all recorded data, or a selection, as a file that can be recorded again.

import type { Database } from '../database/postgres.js';
import { isDiskFull } from '../database/trouble.js';
import { formatInstant, parseInstant } from '../domain/window.js';
import { type Fault, invalid, isCode } from '../errors.js';
import { type ExportReport, type ExportSelection, exportRecords } from '../recording/export/export.js';
import { onSignal } from './command.js';
import { writeTo } from './export-target.js';
import { countTable, duration, megabytes, showLine } from './progress.js';
import type { Terminal } from './terminal.js';

interface ExportOptions {
  /** Brands; none: all. */
  readonly brand?: readonly string[];
  /** Date-times. */
  readonly from?: string;
  readonly to?: string;
  readonly gzip?: boolean;
  /** A path, or `-` for standard output. */
  readonly output?: string;
  readonly json?: boolean;
}

/**
 * Exports the selected records and prints their counts. Returns the exit status: 2 if a signal ended it. A file is written completely or
 * not at all; who reads standard output may go before the end. Throws `validation_error` with every invalid option, and an error if the file cannot be written.
 */
export async function exportAll(db: Database, options: ExportOptions, terminal: Terminal): Promise<0 | 2> {
  const selection = selectionOf(options);
  const { output = '-' } = options;
  using stop = onSignal();
  const progress = showLine(process.stderr, { total: 100, at: percentOf, describe });
  let last: ExportReport | null = null;
  const chunks = exportRecords(db, selection, (report) => {
    last = report;
    progress.update(report);
  });
  try {
    await writeTo({ path: output, gzip: options.gzip ?? output.endsWith('.gz'), signal: stop.signal }, chunks);
  } catch (error) {
    if (stop.signal.aborted) {
      terminal.writeErr('Interrupted: the export is incomplete.\n');
      return 2;
    }
    // The reader of standard output has seen enough.
    if (output === '-' && isCode(error, 'EPIPE')) return 0;
    throw describeWriteError(error, output);
  } finally {
    progress.stop();
  }
  if (last) printSummary(last, options, terminal);
  return 0;
}

function selectionOf({ brand = [], from, to }: ExportOptions): ExportSelection {
  const faults: Fault[] = [];
  const instant = (text: string | undefined, name: string): number | null => {
    if (text === undefined) return null;
    const parsed = parseInstant(text, name);
    if (typeof parsed === 'number') return parsed;
    faults.push(parsed);
    return null;
  };
  const window = { from: instant(from, '--from'), to: instant(to, '--to') };
  if (window.from !== null && window.to !== null && window.from >= window.to) {
    faults.push({ field: '--to', message: `--to must be after --from, which is ${formatInstant(window.from)}.` });
  }
  if (faults.length > 0) throw invalid(faults);
  return { brandIds: brand.length === 0 ? null : [...new Set(brand)], ...window };
}

function percentOf({ records, totalRuns }: ExportReport): number {
  return totalRuns === 0 ? 100 : (100 * records.run) / totalRuns;
}

function describe({ records, totalRuns, bytes }: ExportReport, elapsedMs: number): string {
  const parts = [
    `${records.run.toLocaleString('en')} of ${totalRuns.toLocaleString('en')} runs`,
    megabytes(bytes),
    `${Math.round((records.run * 1_000) / elapsedMs).toLocaleString('en')} runs/s`,
  ];
  if (records.run > 0) parts.push(`${duration((elapsedMs * (totalRuns - records.run)) / records.run)} left`);
  return parts.join(', ');
}

/** Prints to standard output, or to standard error if the records go to standard output. */
function printSummary(
  { records, bytes }: ExportReport,
  { json, output = '-' }: ExportOptions,
  terminal: Terminal,
): void {
  const write = output === '-' ? terminal.writeErr : terminal.writeOut;
  if (json) {
    write(`${JSON.stringify({ exported: records, bytes })}\n`);
    return;
  }
  write(countTable(['exported'], Object.entries(records)));
}

/** An error of the file system as a message for the user; any other error as it is. */
function describeWriteError(error: unknown, output: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const why = isDiskFull(error) ? 'the disk is full; free some space and run the command again' : error.message;
  return new Error(
    `${output === '-' ? 'Standard output' : output} cannot be written: ${why}. The export was discarded.`,
    { cause: error },
  );
}
