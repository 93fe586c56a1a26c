// The progress of a recording, and its final counts.

import type { Report } from '../../recording/record.js';
import { countTable, duration, megabytes, type Progress, showLine } from '../progress.js';

/** Displays progress on `stream` until it is stopped. `size`: the size of the input in bytes, perhaps estimated; `null`: unknown. */
export function showProgress(stream: NodeJS.WriteStream, size: number | null): Progress<Report> {
  return showLine(stream, {
    total: size,
    at: ({ bytes }) => bytes,
    describe: (report, elapsedMs) => descriptionOf(report, size, elapsedMs),
  });
}

function descriptionOf(report: Report, expected: number | null, elapsedMs: number): string {
  const { bytes, recorded } = report;
  const size = expected === null ? null : Math.max(expected, bytes);
  const rate = (recorded.run * 1_000) / elapsedMs;
  const parts = [
    size === null ? megabytes(bytes) : `${megabytes(bytes)} of ${megabytes(size)}`,
    `${recorded.run.toLocaleString('en')} runs`,
    `${Math.round(rate).toLocaleString('en')} runs/s`,
  ];
  if (size !== null && bytes > 0) parts.push(`${duration((elapsedMs * (size - bytes)) / bytes)} left`);
  return parts.join(', ');
}

/** The position at which an incomplete recording ended. `isImport`: its lines are made from something else, whose places they do not have. */
export function positionOf({ lines, bytes, recorded }: Report, isImport: boolean): string {
  if (lines === 0) return 'before the first batch was recorded';
  if (isImport) return `after ${recorded.run.toLocaleString('en')} runs were recorded`;
  return `after line ${lines.toLocaleString('en')} (${megabytes(bytes)})`;
}

/** A table of what was recorded and rejected, by type. */
export function countsOf({ recorded, rejected }: Report): string {
  const recordedOf = new Map<string, number>(Object.entries(recorded));
  const rows = Object.entries(rejected).map(([type, bad]) => [type, recordedOf.get(type) ?? 0, bad] as const);
  return countTable(
    ['recorded', 'rejected'],
    rows.filter(([, good, bad]) => good + bad > 0),
  );
}
