// The chart of the README: milliseconds on a logarithmic scale, a line for each contestant. Drawn for light and dark pages alike:
// no background of its own, colours of middling lightness.

import type { Analytics } from './analytics.js';

const [width, height] = [880, 460];
const frame = { left: 76, right: 262, top: 64, bottom: 62 };
const colours = ['#d9622b', '#b565a7', '#3f8fd2', '#1a9e77', '#c29a1c', '#7a6fd0', '#c4556d', '#5b8c3e'];

/** The chart as an SVG: times without a filter by length of window, a line for each contestant. */
export function chartOf({ readings, runs }: Pick<Analytics, 'readings' | 'runs'>): string {
  const shown = readings.filter(({ filter }) => filter === 'no filter');
  const days = [...new Set(shown.map((reading) => reading.days))];
  const scale = scaleOf(shown.map(({ timing }) => timing.median));
  const x = (at: number) => frame.left + (at * (width - frame.left - frame.right)) / Math.max(1, days.length - 1);
  const lines = [...new Set(shown.map(({ contestant }) => contestant))].map((name, index) => ({
    name,
    colour: colours[index % colours.length] ?? '#888888',
    points: shown
      .filter(({ contestant }) => contestant === name)
      .map(({ timing: { median: ms } }, at) => ({ x: x(at), y: scale.y(ms), ms })),
  }));
  const title = `One brand, ${runs.toLocaleString('en')} runs: time to answer`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13">`,
    '<style>text { fill: #59636e } .grid { stroke: #8b949e; stroke-opacity: .3 } @media (prefers-color-scheme: dark) { text { fill: #9da7b3 } }</style>',
    `<text x="${frame.left}" y="26" font-size="17" font-weight="600">${title}</text>`,
    `<text x="${frame.left}" y="46">median, milliseconds on a logarithmic scale; less is better</text>`,
    ...scale.ticks.map((tick) => gridLine(scale.y(tick), tick)),
    ...days.map(
      (each, at) =>
        `<text x="${x(at)}" y="${height - 32}" text-anchor="middle">${each} ${each === 1 ? 'day' : 'days'}</text>`,
    ),
    `<text x="${(frame.left + width - frame.right) / 2}" y="${height - 10}" text-anchor="middle">length of the window (no filter)</text>`,
    ...lines.map(drawLine),
    ...drawLabels(lines),
    '</svg>',
    '',
  ].join('\n');
}

interface Line {
  readonly name: string;
  readonly colour: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly ms: number }[];
}

/** Whole powers of ten around all values. */
function scaleOf(values: readonly number[]) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  const inner = height - frame.top - frame.bottom;
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, at) => 10 ** (low + at)),
    y: (ms: number) => frame.top + inner * (1 - (Math.log10(ms) - low) / Math.max(1, high - low)),
  };
}

function gridLine(y: number, tick: number): string {
  const text = `<text x="${frame.left - 10}" y="${y + 4}" text-anchor="end">${tick.toLocaleString('en')}</text>`;
  return `<line class="grid" x1="${frame.left}" x2="${width - frame.right}" y1="${y}" y2="${y}"/>${text}`;
}

/** A line, its dots, and the time below each dot but the last, which the label names. */
function drawLine({ points, colour }: Line): string {
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const dots = points.map(({ x, y }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="${colour}"/>`);
  const times = points
    .slice(0, -1)
    .map(
      ({ x, y, ms }) =>
        `<text x="${(x + 6).toFixed(1)}" y="${(y + 17).toFixed(1)}" font-size="11">${shortTime(ms)}</text>`,
    );
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-linejoin="round"/>${[...dots, ...times].join('')}`;
}

const labelHeight = 38;

/** Beside the last points, moved apart where they would overlap. */
function drawLabels(lines: readonly Line[]): readonly string[] {
  let free = 0;
  return lines
    .flatMap((line) => {
      const last = line.points.at(-1);
      return last ? [{ ...line, last }] : [];
    })
    .sort((a, b) => a.last.y - b.last.y)
    .map(({ name, colour, last }) => {
      const y = Math.max(last.y, free);
      free = y + labelHeight;
      const at = `x="${last.x + 14}" style="fill: ${colour}"`;
      const label = `<text ${at} y="${(y - 1).toFixed(1)}" font-weight="600">${name}</text>`;
      return `${label}<text ${at} y="${(y + 15).toFixed(1)}">${shortTime(last.ms)}</text>`;
    });
}

function shortTime(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
