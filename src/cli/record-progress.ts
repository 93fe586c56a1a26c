// How far a recording is, on one line of a terminal or, elsewhere, in a plain line every few seconds; and its counts at the end.

import { performance } from 'node:perf_hooks';
import { SingleBar } from 'cli-progress';
import type { Report } from '../recording/record.js';

export interface Progress {
  update(report: Report): void;
  stop(): void;
}

const plainLineMs = 5_000;

/** Shows progress on `stream` until it is stopped. `size`: of the whole input in bytes, where it is known. */
export function showProgress(stream: NodeJS.WriteStream, size: number | null): Progress {
  const started = performance.now();
  const describe = (report: Report) => descriptionOf(report, size, performance.now() - started);
  return stream.isTTY ? bar(stream, size, describe) : plainLines(stream, describe);
}

function bar(stream: NodeJS.WriteStream, size: number | null, describe: (report: Report) => string): Progress {
  const format = size === null ? '{what}' : '{bar} {percentage} % | {what}';
  const single = new SingleBar({
    stream,
    format,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    hideCursor: true,
    gracefulExit: false,
  });
  single.start(size ?? 1, 0, { what: 'reading' });
  return {
    update: (report) => single.update(Math.min(report.bytes, size ?? 0), { what: describe(report) }),
    stop: () => single.stop(),
  };
}

function plainLines(stream: NodeJS.WriteStream, describe: (report: Report) => string): Progress {
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

function descriptionOf(report: Report, size: number | null, elapsedMs: number): string {
  const { bytes, recorded } = report;
  const rate = (recorded.run * 1_000) / elapsedMs;
  const parts = [
    size === null ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(size)}`,
    `${recorded.run.toLocaleString('en')} runs`,
    `${Math.round(rate).toLocaleString('en')} runs/s`,
  ];
  if (size !== null && bytes > 0) parts.push(`${duration((elapsedMs * (size - bytes)) / bytes)} left`);
  return parts.join(', ');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Where a recording that did not reach the end of its input came to. */
export function placeOf({ lines, bytes }: Report): string {
  return lines === 0
    ? 'before the first batch was recorded'
    : `after line ${lines.toLocaleString('en')} (${megabytes(bytes)})`;
}

/** A table of what was recorded and rejected, by type. */
export function countsOf({ recorded, rejected }: Report): string {
  const rows = Object.entries(rejected)
    .map(([type, bad]) => ({ type, good: Object.entries(recorded).find(([each]) => each === type)?.[1] ?? 0, bad }))
    .filter(({ good, bad }) => good + bad > 0);
  const line = (type: string, good: string, bad: string) =>
    `${type.padEnd(12)} ${good.padStart(12)} ${bad.padStart(12)}\n`;
  const lines = rows.map(({ type, good, bad }) => line(type, good.toLocaleString('en'), bad.toLocaleString('en')));
  return [line('', 'recorded', 'rejected'), ...lines].join('');
}
