// A titled panel with a chart or a table, and the same data as a table or a download. Its height does not depend on its contents.

import type { Drawing } from './day-chart.js';
import { h } from './dom.js';
import { savePicture, saveText } from './download.js';
import { type Table, tableElement, toCsv } from './table.js';
import { readTheme, type Theme } from './theme.js';

export interface CardParts {
  readonly id: string;
  readonly title: string;
  /** One line that explains the contents. */
  readonly note: string;
  readonly table: Table;
  readonly legend?: readonly { readonly label: string; readonly colour: string }[];
  /** Draws the chart; without it the card shows its table. */
  readonly draw?: (host: HTMLElement, theme: Theme) => Drawing;
  /** Shows a custom table in place of the default one, if there is no chart. */
  readonly body?: () => HTMLElement;
  readonly onPick?: (row: number) => void;
  readonly controls?: readonly HTMLElement[];
}

/** Used in file names and titles. */
export interface Scope {
  readonly file: string;
  readonly subtitle: string;
}

export interface Card {
  readonly element: HTMLElement;
  /** Draws the chart once the element is in the page. */
  readonly start: () => void;
  readonly destroy: () => void;
}

/** Cards that the user switched to their tables; kept when the filters change. */
const turned = new Set<string>();

export function createCard(parts: CardParts, scope: Scope): Card {
  const { id, title, note, legend = [] } = parts;
  const region = { class: 'rows', tabindex: '0', role: 'region', 'aria-label': `${title}, table` };
  const host = h('div', parts.draw ? { class: 'chart' } : region);
  const rows = h('div', {
    class: 'rows',
    tabindex: '0',
    role: 'region',
    'aria-label': `${title}, table`,
    hidden: true,
  });
  let drawing: Drawing | null = null;
  const show = () => {
    const asTable = turned.has(id);
    host.hidden = asTable;
    rows.hidden = !asTable;
    if (asTable) rows.replaceChildren(tableElement(parts.table, { caption: title, onPick: parts.onPick }));
    else if (parts.draw && !drawing) drawing = parts.draw(host, readTheme());
  };
  const tools = toolsOf(parts, scope, { show, drawing: () => (turned.has(id) ? null : drawing) });
  const element = h(
    'section',
    { class: 'card', id, 'aria-labelledby': `${id}-title` },
    h('header', {}, h('h2', { id: `${id}-title` }, title), tools, h('p', {}, note)),
    legend.length > 0 && legendOf(legend),
    host,
    rows,
  );
  return {
    element,
    start: () => {
      if (parts.draw) show();
      else host.replaceChildren(parts.body?.() ?? tableElement(parts.table, { caption: title, onPick: parts.onPick }));
    },
    destroy: () => drawing?.destroy(),
  };
}

interface Controls {
  readonly show: () => void;
  readonly drawing: () => Drawing | null;
}

function toolsOf(parts: CardParts, { file, subtitle }: Scope, { show, drawing }: Controls): HTMLElement {
  const { id, title, table, legend = [], draw } = parts;
  const name = `${file}-${id}`;
  const toggle = button('Table', `${title} as a table`, (self) => {
    const on = !turned.has(id);
    if (on) turned.add(id);
    else turned.delete(id);
    self.setAttribute('aria-pressed', String(on));
    png.disabled = on;
    show();
  });
  toggle.setAttribute('aria-pressed', String(turned.has(id)));
  const png = button('PNG', `Save ${title} as an image`, () => {
    const canvas = drawing()?.canvas();
    if (canvas) void savePicture(`${name}.png`, { canvas, title, subtitle, legend }, readTheme());
  });
  png.disabled = turned.has(id);
  const csv = button('CSV', `Save the data of ${title}`, () => saveText(`${name}.csv`, toCsv(table)));
  return h('div', { class: 'tools' }, ...(parts.controls ?? []), draw && toggle, csv, draw && png);
}

function button(text: string, label: string, onClick: (self: HTMLButtonElement) => void): HTMLButtonElement {
  const element = h('button', { type: 'button', class: 'tool', 'aria-label': `${text}: ${label}`, title: label }, text);
  element.addEventListener('click', () => onClick(element));
  return element;
}

function legendOf(legend: NonNullable<CardParts['legend']>): HTMLElement {
  const items = legend.map(({ label, colour }) => {
    const swatch = h('span', { class: 'swatch' });
    swatch.style.background = colour;
    return h('li', {}, swatch, label);
  });
  return h('ul', { class: 'legend' }, ...items);
}
