// What uPlot does not draw: the interval of a value that stands alone, points of few answers, and the label at the end of each line.

import type uPlot from 'uplot';
import { colour, fontOf } from './colours.js';
import { identityOf } from './identity.js';
import { type AxisLine, type ChartNote, fewAt, isolated, notesAt, type Slot } from './line-data.js';

const lineHeight = 15;
const fontPx = 12;

/** In narrower charts labels would be cut, and the lines short: what is below the chart tells these apart. */
const minWidth = 480;

/** Pixels to the right of the lines for their labels; 0: there are not several to be told apart, or there is no room. */
export function labelRoom(lines: readonly AxisLine[], width: number): number {
  if (width < minWidth || lines.filter(({ isEarlier }) => !isEarlier).length < 2) return 0;
  const longest = Math.max(...lines.map(({ label }) => label.length));
  return Math.min(longest * fontPx * 0.66 + 22, width * 0.26, 170);
}

/** Draws intervals, labels and what is of few answers over the lines. */
export function drawMarks(plot: uPlot, lines: readonly AxisLine[]): void {
  const { ctx } = plot;
  ctx.save();
  const ends: End[] = [];
  for (const [index, line] of lines.entries()) {
    const stroke = colour(line.isEarlier ? '--muted' : identityOf(line.identity ?? index, line.isBrand).colour);
    drawIntervals(plot, line, stroke);
    for (const place of fewAt(line)) drawHollow(plot, place, line.values[place] ?? 0, stroke);
    const { label, isBrand = false } = line;
    const last = line.values.findLast((value) => value !== null) ?? null;
    if (last !== null) ends.push({ label, isBrand, stroke, y: plot.valToPos(last, 'y', true) });
  }
  if (labelRoom(lines, plot.width) > 0) drawLabels(plot, ends);
  ctx.restore();
}

/** A point that is open in the middle. */
function drawHollow(plot: uPlot, place: number, value: number, stroke: string): void {
  const { ctx } = plot;
  ctx.beginPath();
  ctx.arc(plot.valToPos(place, 'x', true), plot.valToPos(value, 'y', true), 3 * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fillStyle = colour('--surface');
  ctx.fill();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.stroke();
}

interface End {
  readonly label: string;
  readonly isBrand: boolean;
  readonly stroke: string;
  /** Pixels of the canvas. */
  readonly y: number;
}

function drawIntervals(plot: uPlot, { values, bounds }: AxisLine, stroke: string): void {
  const { ctx } = plot;
  const cap = 4 * devicePixelRatio;
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const index of isolated(values)) {
    const interval = bounds[index];
    if (!interval) continue;
    const x = plot.valToPos(index, 'x', true);
    const [top, bottom] = [plot.valToPos(interval.high, 'y', true), plot.valToPos(interval.low, 'y', true)];
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, bottom);
    for (const y of [top, bottom]) {
      ctx.moveTo(x - cap, y);
      ctx.lineTo(x + cap, y);
    }
    ctx.stroke();
  }
}

function drawLabels(plot: uPlot, ends: readonly End[]): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const left = bbox.left + bbox.width + 8 * scale;
  const room = ctx.canvas.width - left;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { label, isBrand, stroke, y } of spread(ends, bbox, lineHeight * scale)) {
    ctx.font = `${isBrand ? 650 : 500} ${fontPx * scale}px ${fontOf()}`;
    ctx.fillStyle = stroke;
    ctx.beginPath();
    ctx.arc(left + 3 * scale, y, 3 * scale, 0, 2 * Math.PI);
    ctx.fill();
    ctx.fillStyle = colour('--text');
    ctx.fillText(shorten(ctx, label, room - 12 * scale), left + 11 * scale, y);
  }
}

/** Moves labels apart, from top to bottom, and back up where they would leave the chart. The brand's and the first ones stay if not all fit. */
function spread(ends: readonly End[], { top, height }: uPlot.BBox, space: number): readonly End[] {
  const most = Math.max(1, Math.floor(height / space));
  const kept = [...ends].sort((a, b) => Number(b.isBrand) - Number(a.isBrand)).slice(0, most);
  const placed = kept.sort((a, b) => a.y - b.y);
  const positions: number[] = [];
  for (const { y } of placed) positions.push(Math.max(y, (positions.at(-1) ?? Number.NEGATIVE_INFINITY) + space));
  let bottom = top + height;
  for (let index = positions.length - 1; index >= 0; index--) {
    bottom = Math.min(positions[index] ?? bottom, bottom);
    positions[index] = bottom;
    bottom -= space;
  }
  return placed.map((end, index) => ({ ...end, y: positions[index] ?? end.y }));
}

function shorten(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let kept = text;
  while (kept.length > 1 && ctx.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return `${kept}…`;
}

/** Draws what happened behind the lines: a line where it began, a band as long as it lasted. */
export function drawNotes(plot: uPlot, slots: readonly Slot[], notes: readonly ChartNote[]): void {
  const { ctx, bbox } = plot;
  for (const note of notes) {
    const xs = slots.flatMap((_, index) =>
      notesAt(slots, index, [note]).length > 0 ? [plot.valToPos(index, 'x', true)] : [],
    );
    const [first, last] = [xs[0], xs.at(-1)];
    if (first === undefined || last === undefined) continue;
    const fill = (name: string, width: number) => {
      ctx.fillStyle = colour(name);
      ctx.fillRect(first, bbox.top, width, bbox.height);
    };
    fill('--note', last - first);
    fill('--muted', devicePixelRatio);
  }
}
