// The options of uPlot for a line chart: its axes, series and bands. Colours are read from the style sheet at each drawing, so that a change of
// the theme needs no new chart.

import type uPlot from 'uplot';
import type { Bucket } from '../data/period.js';
import { colour, fontOf } from './colours.js';
import { earlier, identityOf } from './identity.js';
import { type AxisLine, type ChartNote, isolated, maxDots, type Slot, tickLabels } from './line-data.js';
import { drawMarks, drawNotes, labelRoom } from './line-marks.js';

export interface LinePlot {
  readonly slots: readonly Slot[];
  readonly bucket: Bucket;
  readonly lines: readonly AxisLine[];
  readonly notes: readonly ChartNote[];
  readonly format: (value: number) => string;
  /** Where the scale begins. */
  readonly low: number;
  /** Inverted: the lowest value is at the top. */
  readonly isDownward?: boolean;
}

const tickSpace = 74;

/** Values by element of the axis: x, then for each line the bounds of its values, high and low, and its values. */
export function plotData({ slots, lines }: LinePlot): uPlot.AlignedData {
  const columns = lines.flatMap(({ values, bounds }) => [
    bounds.map((each) => each?.high ?? null),
    bounds.map((each) => each?.low ?? null),
    values,
  ]);
  return [slots.map((_, index) => index), ...columns];
}

/** The options of the chart in a box of the given size. */
export function plotOptions(plot: LinePlot, size: { readonly width: number; readonly height: number }): uPlot.Options {
  const { slots, lines, notes, low, isDownward } = plot;
  return {
    ...size,
    padding: [12, ({ width }) => labelRoom(lines, width) || 10, 0, 0],
    legend: { show: false },
    cursor: {
      // The cursor is moved to an element, which uPlot takes for a drag: it would keep the click from whoever listens.
      drag: { x: false, y: false, click: () => {} },
      y: false,
      points: { size: 9 },
      // The line stands at an element, wherever the pointer is.
      move: (self, left, top) => (left < 0 ? [left, top] : [self.valToPos(self.posToIdx(left), 'x'), top]),
    },
    scales: {
      x: { time: false, range: () => [-0.5, slots.length - 0.5] },
      y: { dir: isDownward ? -1 : 1, range: (_, __, most) => [low, Math.max((most ?? 1) * 1.06, low + 0.01)] },
    },
    axes: axesOf(plot),
    series: [{}, ...lines.flatMap(seriesOf)],
    bands: lines.map((_, index) => ({
      series: [3 * index + 1, 3 * index + 2],
      fill: () => colour('--band'),
    })),
    hooks: {
      drawAxes: [(self) => drawNotes(self, slots, notes)],
      draw: [(self) => drawMarks(self, lines)],
    },
  };
}

function axesOf({ slots, bucket, format }: LinePlot): uPlot.Axis[] {
  const font = `12px ${fontOf()}`;
  const common = { stroke: () => colour('--muted'), font, ticks: { show: false } };
  const labels = (self: uPlot) => tickLabels(slots, bucket, Math.floor(self.bbox.width / devicePixelRatio / tickSpace));
  return [
    {
      ...common,
      grid: { show: false },
      splits: (self) => [...labels(self).keys()],
      values: (self, splits) => splits.map((index) => labels(self).get(index) ?? ''),
      size: 42,
      gap: 8,
    },
    {
      ...common,
      grid: { stroke: () => colour('--grid'), width: 1 },
      values: (_, splits) => splits.map(format),
      size: 48,
      space: 40,
      gap: 8,
    },
  ];
}

function seriesOf(line: AxisLine, index: number): uPlot.Series[] {
  const { label, isBrand = false, isEarlier, identity: place, values } = line;
  const identity = isEarlier ? earlier : identityOf(place ?? index, isBrand);
  const stroke = () => colour(identity.colour);
  const hasDots = values.length <= maxDots && !isEarlier;
  const edge: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  const main: uPlot.Series = {
    label,
    stroke,
    width: isBrand ? 2.5 : 1.75,
    dash: [...identity.dash],
    points: {
      show: true,
      size: isBrand ? 6 : 5,
      fill: stroke,
      width: 0,
      filter: () => (hasDots ? null : [...isolated(values)]),
    },
  };
  return [edge, edge, main];
}
