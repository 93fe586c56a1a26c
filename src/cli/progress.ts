// Progress of a long operation: a progress bar on a terminal, otherwise a plain line every few seconds.

import { performance } from 'node:perf_hooks';
import { SingleBar } from 'cli-progress';

export interface Progress<Report> {
  update(report: Report): void;
  stop(): void;
}

interface ProgressOptions<Report> {
  /** The value of `at` at the end; `null` if unknown. */
  readonly total: number | null;
  readonly at: (report: Report) => number;
  /** `elapsedMs`: since the first display. */
  readonly describe: (report: Report, elapsedMs: number) => string;
}

const plainLineMs = 10_000;

/** Displays progress on `stream` until it is stopped. */
export function showLine<Report>(stream: NodeJS.WriteStream, options: ProgressOptions<Report>): Progress<Report> {
  const started = performance.now();
  const describe = (report: Report) => options.describe(report, performance.now() - started);
  return stream.isTTY ? bar(stream, { ...options, describe }) : plainLines(stream, describe);
}

type BarOptions<Report> = Omit<ProgressOptions<Report>, 'describe'> & { readonly describe: (report: Report) => string };

function bar<Report>(stream: NodeJS.WriteStream, { total, at, describe }: BarOptions<Report>): Progress<Report> {
  const format = total === null ? '{what}' : '{bar} {percentage} % | {what}';
  const single = new SingleBar({
    stream,
    format,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
  });
  single.start(total ?? 1, 0, { what: 'reading' });
  return {
    update: (report) => single.update(Math.min(at(report), total ?? 0), { what: describe(report) }),
    stop: () => single.stop(),
  };
}

function plainLines<Report>(stream: NodeJS.WriteStream, describe: (report: Report) => string): Progress<Report> {
  let last = performance.now();
  return {
    update(report) {
      if (performance.now() - last < plainLineMs) return;
      last = performance.now();
      stream.write(`${describe(report)}\n`);
    },
    stop() {},
  };
}

/** A table of counts by type, with the head of each column. */
export function countTable(
  heads: readonly string[],
  counts: readonly (readonly [type: string, ...number[]])[],
): string {
  const rows = counts.map(([type, ...numbers]) => [type, ...numbers.map((number) => number.toLocaleString('en'))]);
  return [['', ...heads], ...rows]
    .map(([type = '', ...cells]) => `${[type.padEnd(12), ...cells.map((cell) => cell.padStart(12))].join(' ')}\n`)
    .join('');
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
