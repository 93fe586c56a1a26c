// What happened on days of a chart: a line where it began, a band as long as it lasted, and its text beside the figures of the element.

import type uPlot from 'uplot';
import { colour } from './colours.js';
import type { Slot } from './line-data.js';

/** What happened on some days, both included, as `YYYY-MM-DD`. */
export interface ChartNote {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** The notes of an element of the axis. */
export function notesAt(slots: readonly Slot[], index: number, notes: readonly ChartNote[]): readonly ChartNote[] {
  const [slot, next] = [slots[index], slots[index + 1]];
  return notes.filter(({ from, to }) => slot && to >= slot.date && (!next || from < next.date));
}

/** Draws them behind the lines. */
export function drawNotes(plot: uPlot, slots: readonly Slot[], notes: readonly ChartNote[]): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.strokeStyle = colour('--muted');
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  const xOf = (index: number) => plot.valToPos(index, 'x', true);
  for (const note of notes) {
    const places = slots.flatMap((_, index) => (notesAt(slots, index, [note]).length > 0 ? [index] : []));
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined) continue;
    ctx.fillStyle = colour('--band');
    if (last > first) ctx.fillRect(xOf(first), bbox.top, xOf(last) - xOf(first), bbox.height);
    ctx.beginPath();
    ctx.moveTo(xOf(first), bbox.top);
    ctx.lineTo(xOf(first), bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
