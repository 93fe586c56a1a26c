// What happened on days of a chart: a line where it began, a band as long as it lasted, and its text beside the figures of the element.

import type uPlot from 'uplot';
import { colour } from './colours.js';
import type { Slot } from './line-data.js';

/** What happened on some days, both included, as `YYYY-MM-DD`. */
export interface ChartNote {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Says more. */
  readonly url: string | null;
}

/** The notes of an element of the axis. */
export function notesAt(slots: readonly Slot[], index: number, notes: readonly ChartNote[]): readonly ChartNote[] {
  const [slot, next] = [slots[index], slots[index + 1]];
  return notes.filter(({ from, to }) => slot && to >= slot.date && (!next || from < next.date));
}

/** Draws them behind the lines. */
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
