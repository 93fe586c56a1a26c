// Moving over a line chart by pointer, touch and keyboard: a tooltip at the element under the pointer, and the choice of one.

import type uPlot from 'uplot';
import type { Bucket } from '../data/period.js';
import { weekday, word } from '../ui/format.js';
import { type ChartNote, notesAt } from './chart-notes.js';
import type { Slot } from './line-data.js';

interface Listener {
  readonly label: string;
  readonly describe: (index: number) => readonly string[];
  readonly notes: readonly ChartNote[];
  /** Called with the first day of an element of the axis. */
  readonly onPick: (date: string) => void;
}

interface Moving {
  readonly slots: readonly Slot[];
  readonly bucket: Bucket;
  /** The element that keys move from. */
  readonly at: number;
  /** What the chart was last rendered with. */
  readonly latest: { readonly current: Listener };
}

interface Press {
  readonly left: number;
  readonly isTouch: boolean;
  /** The element whose tooltip was there. */
  readonly shown: number | null;
}

/** The second line of an element without any. */
const noAnswers = 'No answers';

/** Makes a chart answer to pointer and keys. Returns what ends that. */
export function listenToChart(host: HTMLElement, chart: uPlot, { slots, bucket, at, latest }: Moving): () => void {
  const tooltip = document.createElement('div');
  tooltip.className = 'tooltip';
  tooltip.setAttribute('aria-hidden', 'true');
  tooltip.hidden = true;
  host.append(tooltip);
  const linesOf = (index: number): readonly string[] => {
    const slot = slots[index];
    if (!slot) return [];
    const { describe, notes } = latest.current;
    const texts = notesAt(slots, index, notes).map(({ text }) => `Note: ${text}`);
    return [...(slot.at === null ? [weekday(slot.date), noAnswers] : describe(slot.at)), ...texts];
  };
  // Where it was pressed, in parts of a pixel: a click knows whole ones alone, and a day may be five of them wide.
  let pressed: Press = { left: 0, isTouch: false, shown: null };
  let shown: number | null = null;
  const show = (index: number) => {
    const lines = linesOf(index);
    const verb = pressed.isTouch ? 'Tap again' : 'Click';
    fillTooltip(tooltip, lines, lines[1] === noAnswers ? '' : `${verb} to read the answers of this ${word(bucket)}`);
    placeTooltip(tooltip, chart, chart.valToPos(index, 'x'));
    shown = index;
  };
  const hide = () => {
    tooltip.hidden = true;
    shown = null;
  };
  const moveTo = (index: number) => {
    chart.setCursor({ left: chart.valToPos(index, 'x'), top: 0 });
    show(index);
  };
  const pick = (index: number) => {
    const slot = slots[index];
    if (slot) latest.current.onPick(slot.date);
  };
  const follow = () => {
    const { idx } = chart.cursor;
    if (idx !== null && idx !== undefined && chart.over.matches(':hover')) show(idx);
  };
  chart.over.addEventListener('mousemove', () => requestAnimationFrame(follow));
  chart.over.addEventListener('mouseleave', hide);
  chart.over.addEventListener('pointerdown', ({ clientX, pointerType }) => {
    pressed = { left: clientX, isTouch: pointerType === 'touch', shown };
  });
  // A finger points at nothing before it taps: the first tap shows what a second one opens.
  chart.over.addEventListener('click', () => {
    const index = chart.posToIdx(pressed.left - chart.over.getBoundingClientRect().left);
    if (pressed.isTouch && pressed.shown !== index) moveTo(index);
    else pick(index);
  });
  listenToKeys(host, {
    label: latest.current.label,
    count: slots.length,
    first: at,
    linesOf,
    moveTo,
    pick,
  });
  host.addEventListener('blur', () => {
    hide();
    chart.setCursor({ left: -10, top: -10 });
  });
  return () => tooltip.remove();
}

interface Keys {
  readonly label: string;
  readonly count: number;
  readonly first: number;
  readonly linesOf: (index: number) => readonly string[];
  readonly moveTo: (index: number) => void;
  readonly pick: (index: number) => void;
}

/** How far each key moves. */
const steps: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 7, PageDown: -7 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
};

function listenToKeys(host: HTMLElement, { label, count, first, linesOf, moveTo, pick }: Keys): void {
  let at = Math.min(first, count - 1);
  const attributes = {
    role: 'slider',
    tabindex: '0',
    'aria-label': `${label}. Arrow keys move; Enter opens the answers.`,
    'aria-valuemin': '1',
    'aria-valuemax': String(Math.max(1, count)),
  };
  for (const [name, value] of Object.entries(attributes)) host.setAttribute(name, value);
  const name = () => {
    host.setAttribute('aria-valuenow', String(at + 1));
    host.setAttribute('aria-valuetext', linesOf(at).join(', ') || noAnswers);
  };
  const go = (to: number) => {
    at = Math.max(0, Math.min(count - 1, to));
    name();
    moveTo(at);
  };
  name();
  host.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (event.key === 'Enter' || event.key === ' ') pick(at);
    else if (step === undefined) return;
    else go(at + step);
    event.preventDefault();
  });
  host.addEventListener('focus', () => host.matches(':focus-visible') && go(at));
}

function fillTooltip(tooltip: HTMLElement, [headline = '', ...lines]: readonly string[], hint: string): void {
  const row = (tag: 'strong' | 'span' | 'em', text: string) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  };
  tooltip.replaceChildren(
    row('strong', headline),
    ...lines.map((line) => row('span', line)),
    ...(hint ? [row('em', hint)] : []),
  );
  tooltip.hidden = false;
}

/** To the right of the element, or to its left where there is no room. */
function placeTooltip(tooltip: HTMLElement, { over }: uPlot, x: number): void {
  const width = tooltip.offsetWidth;
  const left = x + 14 + width > over.clientWidth ? Math.max(x - 14 - width, -over.offsetLeft) : x + 14;
  tooltip.style.left = `${over.offsetLeft + left}px`;
  tooltip.style.top = `${over.offsetTop + 8}px`;
}
