// What the dearest questions of each interface took, for RESULTS.md.

import { table } from '../markdown.js';
import type { DearReading } from './dearest.js';

/** So many rows, the longest stretches first. */
const listed = 40;

/** The longest stretches of all: the second time that each was asked, and the first. */
export function worstHeld(dearest: readonly DearReading[]): readonly [number, number] {
  const worst = (time: number) => Math.max(...dearest.map(({ heldMs }) => heldMs[time] ?? Number.NaN));
  return [worst(1), worst(0)];
}

export function dearestSection(dearest: readonly DearReading[]): string {
  const sorted = dearest.toSorted((a, b) => Math.max(...b.heldMs) - Math.max(...a.heldMs));
  const apis = [...new Set(dearest.map(({ api }) => api))];
  const counts = apis.map((api) => `${dearest.filter((each) => each.api === api).length} of ${api}`).join(', ');
  const rows = sorted
    .slice(0, listed)
    .map(({ api, name, status, bytes, ms, heldMs, residentBytes }) => [
      `${api}: ${name}`,
      String(status),
      bytes.toLocaleString('en'),
      both(ms),
      both(heldMs),
      (residentBytes / 1e6).toFixed(0),
    ]);
  return [
    '### The dearest questions about the extreme brand',
    `Every path of REST by every order and with every filter, every tool of MCP, every field of GraphQL under as many aliases as its cost lets through (${counts}), each asked twice: the first time and the second, and the ${listed} that held the event loop longest.`,
    table(['question', 'status', 'bytes', 'ms', 'held, ms', 'memory, MB'], rows),
  ].join('\n\n');
}

function both(values: readonly number[]): string {
  return values.map((value) => value.toFixed(0)).join('; ');
}
