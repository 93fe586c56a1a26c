// The main part of the page: a loading, empty or error state, or the figures of a view in a grid of cards.

import { positionCard } from './cards/chart-position.js';
import { sentimentCard } from './cards/chart-sentiment.js';
import { companiesCard, shareByDayCard } from './cards/chart-share.js';
import { visibilityCard } from './cards/chart-visibility.js';
import { modelsCard } from './cards/models.js';
import { type Sources, sourcesCard } from './cards/sources.js';
import { summaryElement } from './cards/summary.js';
import type { Figures } from './data/analytics.js';
import { ApiError } from './data/api.js';
import { type Card, type CardParts, createCard, type Scope } from './ui/card.js';
import { h } from './ui/dom.js';

export interface Shown {
  readonly figures: Figures;
  readonly sources: Sources;
  readonly scope: Scope;
  readonly onDay: (date: string) => void;
  readonly onModel: (model: string) => void;
}

let cards: Card[] = [];

/** Replaces the contents of `main` by the cards of a view. */
export function showFigures(main: HTMLElement, shown: Shown): void {
  clear();
  const { figures, scope, onDay, onModel } = shown;
  const make = (parts: CardParts) => createCard(parts, scope);
  const sources = h('div', { class: 'slot' });
  cards = [
    make(visibilityCard(figures, onDay)),
    make(shareByDayCard(figures, onDay)),
    make(companiesCard(figures)),
    make(sentimentCard(figures, onDay)),
    make(positionCard(figures, onDay)),
    make(modelsCard(figures, onModel)),
  ];
  const title = h('h1', { class: 'visually-hidden' }, `${figures.brandName}, ${scope.subtitle}`);
  main.replaceChildren(
    title,
    summaryElement(figures),
    h('div', { class: 'grid' }, ...cards.map(({ element }) => element), sources),
  );
  for (const card of cards) card.start();
  fillSources(sources, shown);
}

function fillSources(slot: HTMLElement, shown: Shown): void {
  const hadFocus = slot.contains(document.activeElement);
  const card = createCard(
    sourcesCard(shown.sources, () => fillSources(slot, shown)),
    shown.scope,
  );
  slot.replaceChildren(card.element);
  card.start();
  if (hadFocus) slot.querySelector<HTMLElement>('[aria-pressed=true]')?.focus();
}

/** Placeholders of the cards, to avoid layout shifts. */
export function showLoading(main: HTMLElement): void {
  if (cards.length > 0) return;
  const tile = () => h('div', { class: 'tile skeleton' });
  const card = (id: string) => h('div', { class: 'card skeleton', id });
  const ids = ['visibility', 'share-by-day', 'companies', 'sentiment', 'position', 'models', 'sources'];
  main.replaceChildren(
    h('p', { class: 'visually-hidden' }, 'Loading …'),
    h('div', { class: 'summary', 'aria-hidden': 'true' }, ...Array.from({ length: 5 }, tile)),
    h('div', { class: 'grid', 'aria-hidden': 'true' }, ...ids.map(card)),
  );
}

/** A message in place of the figures, with possible actions. */
export function showNotice(main: HTMLElement, { title, text, actions = [] }: Notice): void {
  clear();
  main.replaceChildren(
    h('div', { class: 'notice' }, h('h1', {}, title), h('p', {}, text), h('div', { class: 'row' }, ...actions)),
  );
}

export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly actions?: readonly HTMLElement[];
}

/** The server's error message, with the request id for finding the request in its log. */
export function showError(main: HTMLElement, error: unknown, onRetry: () => void): void {
  const message = error instanceof Error ? error.message : String(error);
  const id = error instanceof ApiError && error.requestId ? ` (request ${error.requestId})` : '';
  const retry = h('button', { type: 'button', class: 'primary', on: { click: onRetry } }, 'Try again');
  showNotice(main, { title: 'The figures could not be loaded', text: `${message}${id}`, actions: [retry] });
}

/** Releases the resources of the charts. */
export function clear(): void {
  for (const card of cards) card.destroy();
  cards = [];
}
