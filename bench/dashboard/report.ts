// The section of the report about the dashboard, and its targets.

import { round, table } from '../markdown.js';
import type { Target } from '../target.js';
import type { DashboardReading } from './stage.js';

/** The section, in Markdown. */
export function dashboardSection({ runs, ...reading }: DashboardReading): string {
  const kilobytes = (bytes: number) => `${round(bytes / 1024)} KB`;
  const rows = [
    ['scripts and style sheets of the first page, uncompressed', kilobytes(reading.firstBytes)],
    ['… of all pages', kilobytes(reading.allBytes)],
    ['the first page with its figures, as sent', kilobytes(reading.sentBytes)],
    ['until the first paint of content', `${round(reading.firstPaintMs)} ms`],
    ['until every card has its figures', `${round(reading.completeMs)} ms`],
    ['… with scripts and styles in the browser’s cache', `${round(reading.warmMs)} ms`],
    ['the slowest request of that visit', `${round(reading.slowestMs)} ms`],
  ];
  return `## Dashboard\n\nThe overview of three months of the brand of ${runs.toLocaleString('en')} runs in Chromium, with an empty cache each time.\n\n${table(['', ''], rows)}`;
}

export function dashboardTargets(reading: DashboardReading | undefined): readonly Target[] {
  const { sentBytes = Number.NaN, warmMs = Number.NaN, slowestMs = Number.NaN } = reading ?? {};
  return [
    {
      what: 'the dashboard’s first page with its figures, as sent',
      bound: ['≤', 150],
      unit: 'KB',
      value: sentBytes / 1024,
    },
    {
      what: 'the overview again, complete, against the slowest of its requests',
      bound: ['≤', 1.5],
      unit: '×',
      value: warmMs / slowestMs,
    },
  ];
}
