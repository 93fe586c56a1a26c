// A chart of one or more lines over days, weeks or months. Pointer, touch and keyboard move from element to element; a click or Enter opens the
// answers of one. An element without a value is a gap.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Days } from '../data/period.js';
import { weekday, word } from '../ui/format.js';
import { onColoursChange } from './colours.js';
import { type Line, legendOf, notesAt, onAxis, type Slot, slotsOf } from './line-data.js';
import { type LinePlot, plotData, plotOptions } from './line-plot.js';

export interface LineChartProps extends Omit<LinePlot, 'slots' | 'lines'> {
  readonly label: string;
  /** With values by the first days of the elements. */
  readonly lines: readonly Line[];
  /** The first day of each element. */
  readonly dates: readonly string[];
  /** The window, which the axis covers. */
  readonly range: Days;
  /** The lines of an element's tooltip; the first one is its title. */
  readonly describe: (index: number) => readonly string[];
  /** What the values are of. */
  readonly unit: 'answers' | 'mentions';
  /** Called with the first day of the element that was chosen, to open its answers. */
  readonly onPick: (date: string) => void;
  readonly height: number;
}

/** The second line of an element without any. */
const noAnswers = 'No answers';

/** How far each key moves. */
const steps: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 7, PageDown: -7 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

/** A line chart on a canvas, and what stands for what in it. */
export function LineChart(props: LineChartProps) {
  const { label, dates, bucket, range, lines, notes, format, unit, height, low, isDownward = false } = props;
  const { describe, onPick } = props;
  const slider = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>();
  const [place, setPlace] = useState(Number.POSITIVE_INFINITY);
  const [shown, setShown] = useState<number | null>(null);
  /** Where it was pressed, in parts of a pixel: a click knows whole ones alone, and a day may be five of them wide; and whose tooltip was there. */
  const pressed = useRef({ left: 0, isTouch: false, shown });
  const content = JSON.stringify([dates, bucket, range.from, range.to, lines, notes, low, isDownward]);
  // `content` stands for what the chart is drawn from.
  const plot = useMemo<LinePlot>(() => {
    const slots = slotsOf(dates, bucket, range);
    return { slots, bucket, lines: lines.map((line) => onAxis(slots, line)), notes, format, low, isDownward };
  }, [content]);
  const { slots } = plot;
  /** Those of the chart as it is drawn, which comes after the others. */
  const drawn = useRef(slots);
  /** The element that keys move from: at first the last. */
  const at = Math.min(place, slots.length - 1);
  const moveTo = (index: number) => {
    chart.current?.setCursor({ left: chart.current.valToPos(index, 'x'), top: 0 });
    setShown(index);
  };
  const go = (to: number) => {
    const next = Math.max(0, Math.min(slots.length - 1, to));
    setPlace(next);
    moveTo(next);
  };
  useEffect(() => {
    if (!slider.current || !canvas.current) return undefined;
    const [made, end] = drawChart(slider.current, canvas.current, plot);
    chart.current = made;
    drawn.current = slots;
    if (document.activeElement !== slider.current) setPlace(Number.POSITIVE_INFINITY);
    if (slider.current.matches(':focus-visible')) moveTo(at);
    else setShown(null);
    return end;
  }, [plot]);
  useLayoutEffect(() => {
    if (tooltip.current && chart.current && shown !== null) placeTooltip(tooltip.current, chart.current, shown);
  });
  const isOver = ({ target }: Event) => target === chart.current?.over;
  const follow = () => {
    const { over, cursor } = chart.current ?? {};
    if (typeof cursor?.idx === 'number' && over?.matches(':hover')) setShown(cursor.idx);
  };
  const pick = (slot: Slot | undefined) => slot && onPick(slot.date);
  const linesOf = (index: number): readonly string[] => {
    const slot = slots[index];
    if (!slot) return [];
    const texts = notesAt(slots, index, notes).map(({ text }) => `Note: ${text}`);
    return [...(slot.at === null ? [weekday(slot.date), noAnswers] : describe(slot.at)), ...texts];
  };
  const [headline, ...others] = shown === null ? [] : linesOf(shown);
  return (
    <div class="line-chart" style={{ height: `${height}px` }}>
      <div class="plot-box">
        <div
          class="plot"
          ref={slider}
          role="slider"
          tabIndex={0}
          aria-label={`${label}. Arrow keys move; Enter opens the answers.`}
          aria-valuemin={1}
          aria-valuemax={Math.max(1, slots.length)}
          aria-valuenow={at + 1}
          aria-valuetext={linesOf(at).join(', ') || noAnswers}
          onKeyDown={(event) => {
            const step = steps[event.key];
            if (event.key === 'Enter' || event.key === ' ') pick(slots[at]);
            else if (step === undefined) return;
            else go(at + step);
            event.preventDefault();
          }}
          onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && go(at)}
          onBlur={() => {
            setShown(null);
            chart.current?.setCursor({ left: -10, top: -10 });
          }}
          onMouseMove={(event) => isOver(event) && requestAnimationFrame(follow)}
          onMouseOut={(event) => isOver(event) && setShown(null)}
          onPointerDown={({ clientX, pointerType }) => {
            pressed.current = { left: clientX, isTouch: pointerType === 'touch', shown };
          }}
          onClick={(event) => {
            if (!chart.current || !isOver(event)) return;
            const { left, isTouch, shown: before } = pressed.current;
            const index = chart.current.posToIdx(left - chart.current.over.getBoundingClientRect().left);
            // A finger points at nothing before it taps: the first tap shows what a second one opens.
            if (isTouch && before !== index) moveTo(index);
            else pick(drawn.current[index]);
          }}
        >
          <div ref={canvas} />
          {shown !== null && (
            <div class="tooltip" ref={tooltip} aria-hidden="true">
              <strong>{headline}</strong>
              {others.map((line, index) => (
                <span key={index}>{line}</span>
              ))}
              {others[0] !== noAnswers && (
                <em>
                  {pressed.current.isTouch ? 'Tap again' : 'Click'} to read the answers of this {word(bucket)}
                </em>
              )}
            </div>
          )}
        </div>
      </div>
      <p class="legend basis">{legendOf(plot.lines, unit).join(' · ')}</p>
    </div>
  );
}

/** Draws the chart as large as its host, also when that changes. Returns it, and what ends that. */
function drawChart(host: HTMLElement, canvas: HTMLElement, plot: LinePlot): readonly [chart: uPlot, end: () => void] {
  const chart = new uPlot(plotOptions(plot, sizeOf(host)), plotData(plot), canvas);
  const stopColours = onColoursChange(() => chart.redraw(false));
  const resizing = new ResizeObserver(() => {
    const size = sizeOf(host);
    if (size.width !== chart.width || size.height !== chart.height) chart.setSize(size);
  });
  resizing.observe(host);
  const end = () => {
    resizing.disconnect();
    stopColours();
    chart.destroy();
  };
  return [chart, end];
}

const sizeOf = (host: HTMLElement) => ({
  width: Math.max(host.clientWidth, 120),
  height: Math.max(host.clientHeight, 120),
});

/** To the right of the element, or to its left where there is no room. */
function placeTooltip(tooltip: HTMLElement, chart: uPlot, index: number): void {
  const { over } = chart;
  const [x, width] = [chart.valToPos(index, 'x'), tooltip.offsetWidth];
  const left = x + 14 + width > over.clientWidth ? Math.max(x - 14 - width, -over.offsetLeft) : x + 14;
  tooltip.style.left = `${over.offsetLeft + left}px`;
  tooltip.style.top = `${over.offsetTop + 8}px`;
}
