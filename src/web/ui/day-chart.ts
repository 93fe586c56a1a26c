// A chart of one or more values per day, on a canvas. A day without a value is a gap. Pointer, touch and keyboard navigate the days; a click
// or Enter selects one.

import uPlot from 'uplot';
import { h } from './dom.js';
import type { Theme } from './theme.js';
import { createTooltip } from './tooltip.js';

export interface Line {
  readonly label: string;
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export interface DayChart {
  readonly label: string;
  readonly dates: readonly string[];
  /** Lines from back to front; bars are drawn from zero, so that stacked ones come tallest first. */
  readonly lines: readonly Line[];
  readonly kind: 'line' | 'bars';
  readonly band?: { readonly low: readonly (number | null)[]; readonly high: readonly (number | null)[] };
  readonly range: (least: number, most: number) => readonly [number, number];
  /** Inverted: 1 is at the top. */
  readonly isDownward?: boolean;
  readonly format: (value: number) => string;
  /** The lines of a day's tooltip; the first one is its title. */
  readonly describe: (index: number) => readonly string[];
  readonly onPick: (index: number) => void;
}

export interface Drawing {
  readonly canvas: () => HTMLCanvasElement;
  readonly destroy: () => void;
}

/** Charts with more days than this have no dots. */
const maxDots = 62;
const sync = uPlot.sync('days');

/** Draws the chart into `host` and resizes with it. */
export function drawDays(host: HTMLElement, chart: DayChart, theme: Theme): Drawing {
  const box = h('div', { class: 'plot' });
  host.append(box);
  const plot = new uPlot(optionsOf(chart, theme, box), dataOf(chart), box);
  const resizing = new ResizeObserver(() => plot.setSize(sizeOf(box)));
  resizing.observe(box);
  const free = listen(plot, chart, box);
  return {
    canvas: () => plot.ctx.canvas,
    destroy: () => {
      resizing.disconnect();
      free();
      plot.destroy();
    },
  };
}

const sizeOf = (box: HTMLElement) => ({
  width: Math.max(box.clientWidth, 120),
  height: Math.max(box.clientHeight, 120),
});

function dataOf({ dates, lines, band }: DayChart): uPlot.AlignedData {
  const days = dates.map((date) => Date.parse(`${date}T00:00:00Z`) / 1000);
  const bounds = band ? [[...band.high], [...band.low]] : [];
  return [days, ...bounds, ...lines.map(({ values }) => [...values])];
}

function optionsOf(chart: DayChart, theme: Theme, box: HTMLElement): uPlot.Options {
  const { band, lines } = chart;
  const bound: uPlot.Series = { stroke: 'transparent', width: 0, points: { show: false } };
  return {
    ...sizeOf(box),
    padding: [12, 8, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, sync: { key: sync.key, setSeries: false }, focus: { prox: -1 } },
    scales: {
      x: { time: true, range: (_, least, most) => widen(least, most) },
      y: {
        dir: chart.isDownward ? -1 : 1,
        range: (_, least, most) => [...chart.range(least ?? 0, most ?? 0)] as [number, number],
      }, // safe because a range has two ends
    },
    axes: axesOf(chart, theme),
    series: [{}, ...(band ? [bound, bound] : []), ...lines.map((line) => seriesOf(line, chart))],
    ...(band ? { bands: [{ series: [1, 2], fill: theme.band }] } : {}),
  };
}

/** Half a day on both sides, so that the first and the last bar are not clipped. */
const widen = (least: number, most: number): [number, number] => [least - 43_200, most + 43_200];

function axesOf({ format }: DayChart, theme: Theme): uPlot.Axis[] {
  const common = { stroke: theme.muted, font: `12px ${theme.font}`, ticks: { show: false } };
  const dates = [
    [31_536_000, '{YYYY}', null, null, null, null, null, null, 1],
    [2_419_200, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
    [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  ] as unknown as uPlot.Axis['values'] & object; // safe because these are rows of uPlot's own table of formats
  const incrs = [1, 2, 3, 7, 14, 30, 60, 91, 182, 365].map((days) => days * 86_400);
  return [
    { ...common, grid: { show: false }, values: dates, incrs, space: 70, size: 44, gap: 8 },
    {
      ...common,
      grid: { stroke: theme.grid, width: 1 },
      values: (_, splits) => splits.map((value) => format(value)),
      size: 52,
      space: 44,
      gap: 8,
    },
  ];
}

function seriesOf({ label, colour, values }: Line, { kind, dates }: DayChart): uPlot.Series {
  const hasDots = dates.length <= maxDots;
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [0.72, 26] });
    return { label, fill: colour, stroke: colour, width: 0, points: { show: false }, ...(paths ? { paths } : {}) };
  }
  return {
    label,
    stroke: colour,
    width: hasDots ? 2 : 1.5,
    // A day between two gaps is not on a line.
    points: { show: true, size: 6, fill: colour, width: 0, filter: () => dots(values, hasDots) },
  };
}

function dots(values: readonly (number | null)[], all: boolean): number[] {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  return values.flatMap((_, at) => (isThere(at) && (all || (!isThere(at - 1) && !isThere(at + 1))) ? [at] : []));
}

function listen(plot: uPlot, chart: DayChart, box: HTMLElement): () => void {
  const tooltip = createTooltip(plot, chart.describe);
  box.append(tooltip.element);
  makeSlider(box, chart);
  let at = chart.dates.length - 1;
  const go = (to: number) => {
    at = Math.max(0, Math.min(chart.dates.length - 1, to));
    box.setAttribute('aria-valuenow', String(at + 1));
    box.setAttribute('aria-valuetext', chart.describe(at).join(', '));
    plot.setCursor({ left: plot.valToPos(plot.data[0]?.[at] ?? 0, 'x'), top: 0 });
    tooltip.show(at);
  };
  box.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: chart.dates.length - 1,
    };
    const to = steps[event.key] ?? { PageUp: at + 7, PageDown: at - 7, ArrowUp: at + 1, ArrowDown: at - 1 }[event.key];
    if (event.key === 'Enter' || event.key === ' ') chart.onPick(at);
    else if (to !== undefined) go(to);
    else return;
    event.preventDefault();
  });
  box.addEventListener('focus', () => box.matches(':focus-visible') && go(at));
  box.addEventListener('blur', () => plot.setCursor({ left: -10, top: -10 }));
  plot.over.addEventListener('click', () => {
    if (plot.cursor.idx !== null && plot.cursor.idx !== undefined) chart.onPick(plot.cursor.idx);
  });
  return tooltip.destroy;
}

function makeSlider(box: HTMLElement, { label, dates, describe }: DayChart): void {
  const attributes = {
    role: 'slider',
    tabindex: '0',
    'aria-label': `${label}: a chart by day. Arrow keys move between days, Enter lists the answers of a day.`,
    'aria-valuemin': '1',
    'aria-valuemax': String(dates.length),
    'aria-valuenow': String(dates.length),
    'aria-valuetext': describe(dates.length - 1).join(', '),
  };
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value);
}
