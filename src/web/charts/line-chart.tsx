// A chart of one or more lines over days, weeks or months. Pointer, touch and keyboard move from element to element; a click or Enter opens the
// answers of one. An element without a value is a gap.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Bucket, Days } from '../data/period.js';
import type { ChartNote } from './chart-notes.js';
import { onColoursChange } from './colours.js';
import { type Line, legendOf, slotsOf } from './line-data.js';
import { type LinePlot, plotData, plotOptions } from './line-plot.js';
import { listenToChart } from './pointer.js';

interface LineChartProps {
  readonly label: string;
  /** The first day of each element. */
  readonly dates: readonly string[];
  readonly bucket: Bucket;
  /** The window, which the axis covers. */
  readonly range: Days;
  readonly lines: readonly Line[];
  readonly notes: readonly ChartNote[];
  readonly format: (value: number) => string;
  /** Where the scale begins. */
  readonly low: number;
  /** Inverted: the lowest value is at the top. */
  readonly isDownward?: boolean;
  /** The lines of an element's tooltip; the first one is its title. */
  readonly describe: (index: number) => readonly string[];
  /** What the values are of. */
  readonly unit: 'answers' | 'mentions';
  /** Called with the first day of the element that was chosen. */
  readonly onPick: (date: string) => void;
  readonly height: number;
}

/** A line chart on a canvas, and what stands for what in it. */
export function LineChart(props: LineChartProps) {
  const { dates, bucket, range, lines, notes, format, unit, height, low, isDownward = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const content = JSON.stringify([dates, bucket, range.from, range.to, lines, notes, low, isDownward]);
  // `content` stands for what the chart is drawn from.
  const plot = useMemo<LinePlot>(() => {
    return { slots: slotsOf(dates, bucket, range), bucket, lines, notes, format, low, isDownward };
  }, [content]);
  useEffect(() => {
    return box.current ? drawChart(box.current, plot, latest) : undefined;
  }, [plot]);
  return (
    <div class="line-chart" style={{ height: `${height}px` }}>
      <div class="plot-box" ref={box} />
      <p class="legend basis">{legendOf(plot.slots, lines, unit).join(' · ')}</p>
    </div>
  );
}

function drawChart(box: HTMLDivElement, plot: LinePlot, latest: { readonly current: LineChartProps }): () => void {
  const host = document.createElement('div');
  host.className = 'plot';
  const before = box.firstElementChild;
  const isFocused = before !== null && before === document.activeElement;
  const at = isFocused ? Number(before.getAttribute('aria-valuenow')) - 1 : plot.slots.length - 1;
  box.replaceChildren(host);
  const chart = new uPlot(plotOptions(plot, sizeOf(box)), plotData(plot), host);
  const release = listenToChart(host, chart, { slots: plot.slots, bucket: plot.bucket, at, latest });
  if (isFocused) host.focus({ preventScroll: true });
  const stopColours = onColoursChange(() => chart.redraw(false));
  const resizing = new ResizeObserver(() => {
    const size = sizeOf(box);
    if (size.width !== chart.width || size.height !== chart.height) chart.setSize(size);
  });
  resizing.observe(box);
  return () => {
    resizing.disconnect();
    stopColours();
    release();
    // The element stays, with the focus that it may have, until the next chart takes its place.
    chart.destroy();
  };
}

const sizeOf = (box: HTMLElement) => ({
  width: Math.max(box.clientWidth, 120),
  height: Math.max(box.clientHeight, 120),
});
