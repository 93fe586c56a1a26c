// Horizontal bars of ratios with their intervals: as HTML, so that the text can be selected and read by screen readers, and on a canvas for
// image export.

import type { BoundsFragment } from '../data/generated.js';
import type { Drawing } from './day-chart.js';
import { h } from './dom.js';
import type { Theme } from './theme.js';

export interface Bar {
  readonly label: string;
  readonly isStrong: boolean;
  readonly value: number;
  readonly bounds: BoundsFragment | null;
  readonly text: string;
  readonly title: string;
}

interface BarStyle {
  readonly theme: Theme;
  readonly label: string;
}

const rowHeight = 34;
const labelWidth = 150;

/** Draws the bars into `host`, scaled so that the longest interval fills its width. */
export function drawBars(host: HTMLElement, bars: readonly Bar[], { theme, label }: BarStyle): Drawing {
  const top = Math.max(0.01, ...bars.map(({ value, bounds }) => Math.max(value, bounds?.high ?? 0)));
  const rows = bars.map((bar) => barElement(bar, top));
  host.replaceChildren(h('ul', { class: 'bars', tabindex: '0', 'aria-label': label }, ...rows));
  return { canvas: () => paint(bars, top, theme), destroy: () => host.replaceChildren() };
}

function barElement({ label, isStrong, value, bounds, text, title }: Bar, top: number): HTMLElement {
  const fill = h('span', { class: 'fill' });
  fill.style.width = `${(value / top) * 100}%`;
  const whisker = bounds && h('span', { class: 'whisker' });
  if (whisker && bounds) {
    whisker.style.left = `${(bounds.low / top) * 100}%`;
    whisker.style.width = `${((bounds.high - bounds.low) / top) * 100}%`;
  }
  return h(
    'li',
    { class: isStrong ? 'strong' : undefined, title },
    h('span', { class: 'name' }, label),
    h('span', { class: 'track', 'aria-hidden': 'true' }, fill, whisker),
    h('span', { class: 'figure' }, text),
  );
}

function paint(bars: readonly Bar[], top: number, theme: Theme): HTMLCanvasElement {
  const [width, scale] = [720, devicePixelRatio];
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = (bars.length * rowHeight + 8) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas.');
  context.scale(scale, scale);
  context.textBaseline = 'middle';
  const room = width - labelWidth - 80;
  for (const [index, { label, isStrong, value, bounds, text }] of bars.entries()) {
    const middle = index * rowHeight + rowHeight / 2;
    const across = (ratio: number) => labelWidth + (ratio / top) * room;
    context.font = `${isStrong ? 600 : 400} 14px ${theme.font}`;
    context.fillStyle = theme.text;
    context.fillText(label, 0, middle, labelWidth - 12);
    context.fillText(text, width - 64, middle);
    context.fillStyle = isStrong ? theme.accent : theme.other;
    context.fillRect(labelWidth, middle - 8, across(value) - labelWidth, 16);
    context.fillStyle = theme.text;
    if (bounds) context.fillRect(across(bounds.low), middle - 0.75, across(bounds.high) - across(bounds.low), 1.5);
  }
  return canvas;
}
