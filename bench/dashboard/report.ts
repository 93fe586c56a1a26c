// The section of the report about the dashboard.

import { round, table } from '../markdown.js';
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
  ];
  return `## Dashboard\n\nThe overview of three months of the brand of ${runs.toLocaleString('en')} runs in Chromium, with an empty cache each time.\n\n${table(['', ''], rows)}`;
}
