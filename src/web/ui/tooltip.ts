// The tooltip at the pointer with the exact values of a day. It stays within the chart.

import type uPlot from 'uplot';
import { h } from './dom.js';

export interface Tooltip {
  readonly element: HTMLElement;
  readonly show: (index: number) => void;
  readonly destroy: () => void;
}

/** A tooltip that follows the pointer over `plot`; `describe` returns its lines, the title first. */
export function createTooltip(plot: uPlot, describe: (index: number) => readonly string[]): Tooltip {
  const element = h('div', { class: 'tooltip', 'aria-hidden': 'true', hidden: true });
  const hide = () => {
    element.hidden = true;
  };
  const show = (index: number) => {
    const [headline = '', ...lines] = describe(index);
    element.replaceChildren(h('strong', {}, headline), ...lines.map((line) => h('span', {}, line)));
    element.hidden = false;
    place(element, plot, plot.valToPos(plot.data[0]?.[index] ?? 0, 'x'));
  };
  const follow = () => {
    const index = plot.cursor.idx;
    if (index === null || index === undefined || !plot.over.matches(':hover')) return;
    show(index);
  };
  plot.over.addEventListener('mousemove', () => requestAnimationFrame(follow));
  plot.over.addEventListener('mouseleave', hide);
  plot.root.parentElement?.addEventListener('blur', hide);
  return { element, show, destroy: () => element.remove() };
}

function place(element: HTMLElement, plot: uPlot, x: number): void {
  const left = plot.over.offsetLeft;
  const width = element.offsetWidth;
  const isRight = x + 14 + width > plot.over.clientWidth;
  const at = isRight ? Math.max(x - 14 - width, -left) : x + 14;
  element.style.left = `${left + at}px`;
  element.style.top = `${plot.over.offsetTop + 8}px`;
}
