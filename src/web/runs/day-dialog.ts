// The answers of a day: a dialog that keeps the focus, closes with Escape, and is part of the view in the URL.

import type { Span } from '../data/period.js';
import type { View } from '../data/view.js';
import { h } from '../ui/dom.js';
import { counted, weekday } from '../ui/format.js';
import { runElement } from './run-details.js';
import { type DayPage, loadDay, type PromptOfDay } from './runs.js';

interface DayParts {
  readonly view: View;
  readonly date: string;
  readonly range: Span;
  readonly brandName: string;
  readonly labelOf: (model: string) => string;
  readonly onClose: () => void;
}

/** Opens the dialog and loads its contents. It is removed when it is closed. */
export function openDay(parts: DayParts): HTMLDialogElement {
  const { view, date, onClose } = parts;
  const body = h('div', { class: 'day-body', 'aria-live': 'polite' });
  const close = h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': 'Close', on: { click: () => dialog.close() } },
    'Close',
  );
  const filters = [view.model && parts.labelOf(view.model), ...view.tags].filter((text) => text !== '');
  const dialog = h(
    'dialog',
    { class: 'day', 'aria-labelledby': 'day-title' },
    h('header', {}, h('h2', { id: 'day-title' }, weekday(date)), close),
    h('p', { class: 'day-scope' }, [parts.brandName, ...filters, view.timeZone].join(' · ')),
    body,
  );
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose();
  });
  document.body.append(dialog);
  dialog.showModal();
  void fill(body, parts, 1);
  return dialog;
}

async function fill(body: HTMLElement, parts: DayParts, page: number): Promise<void> {
  const waiting = h('p', { class: 'empty' }, 'Loading answers …');
  body.append(waiting);
  try {
    const found = await loadDay(parts.view, { date: parts.date, range: parts.range, page });
    waiting.replaceWith(...pageElements(found, parts, page, () => fill(body, parts, page + 1)));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    waiting.replaceWith(h('p', { class: 'problem', role: 'alert' }, message));
  }
}

function pageElements({ prompts, hasMore }: DayPage, parts: DayParts, page: number, more: () => void): HTMLElement[] {
  const withRuns = prompts.filter(({ total }) => total > 0);
  const withoutRuns = prompts.length - withRuns.length;
  const elements: HTMLElement[] = withRuns.map((prompt) => promptElement(prompt, parts));
  if (withRuns.length === 0 && page === 1 && !hasMore)
    elements.push(h('p', { class: 'empty' }, 'No answers on this day.'));
  else if (withoutRuns > 0)
    elements.push(h('p', { class: 'quiet' }, `${counted(withoutRuns, 'prompt')} without answers on this day.`));
  if (hasMore) {
    const button: HTMLButtonElement = h(
      'button',
      { type: 'button', class: 'tool', on: { click: () => next() } },
      'More prompts',
    );
    const next = () => {
      button.remove();
      more();
    };
    elements.push(button);
  }
  return elements;
}

function promptElement({ text, runs, total }: PromptOfDay, { view, labelOf }: DayParts): HTMLElement {
  const mentions = runs.filter(({ brandMentioned }) => brandMentioned).length;
  const more = total > runs.length ? `, showing the newest ${runs.length}` : '';
  return h(
    'section',
    { class: 'prompt' },
    h('h3', {}, text),
    h('p', {}, `${counted(total, 'answer')}${more} · ${mentions} mention${mentions === 1 ? 's' : ''} the brand`),
    ...runs.map((run) => runElement(run, { label: labelOf(run.model), timeZone: view.timeZone })),
  );
}
