// The summary of the window: each figure with its sample size, and its change from the preceding window of equal length.

import type { Figures } from '../data/analytics.js';
import { h } from '../ui/dom.js';
import { counted, decimal, interval, percent, whole } from '../ui/format.js';

interface Tile {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Exact. */
  readonly title: string | undefined;
  readonly basis: string;
  readonly bounds?: string;
  readonly change: Change | null;
}

interface Change {
  readonly text: string;
  readonly isUp: boolean;
  readonly isGood: boolean | null;
}

export function summaryElement(figures: Figures): HTMLElement {
  const tiles = tilesOf(figures).map(({ id, label, value, title, basis, bounds, change }) =>
    h(
      'div',
      { class: 'tile', id: `figure-${id}` },
      h('dt', {}, label),
      h('dd', { class: 'value', title }, value, change && changeElement(change)),
      h('dd', { class: 'basis' }, basis),
      bounds ? h('dd', { class: 'basis' }, bounds) : null,
    ),
  );
  return h('dl', { class: 'summary', 'aria-label': 'Figures of the window' }, ...tiles);
}

function changeElement({ text, isUp, isGood }: Change): HTMLElement {
  const mood = isGood === null ? 'plain' : isGood ? 'good' : 'bad';
  return h(
    'span',
    { class: `change ${mood}`, title: 'Compared with the preceding window of equal length' },
    h('span', { 'aria-hidden': 'true' }, isUp ? '▲ ' : '▼ '),
    h('span', { class: 'visually-hidden' }, isUp ? 'up ' : 'down '),
    text,
    h('span', { class: 'visually-hidden' }, ' compared with the preceding window'),
  );
}

function tilesOf(figures: Figures): readonly Tile[] {
  const { visibility, shareOfVoice, sentiment, position, totals } = figures;
  // An empty preceding window cannot be compared with.
  const previous = figures.previous?.totals.runs ? figures.previous : null;
  const labelled = sentiment.positive + sentiment.neutral + sentiment.negative + sentiment.mixed;
  return [
    {
      id: 'visibility',
      label: 'Visibility',
      value: percent(visibility.current),
      title: exact(visibility.current),
      basis: `${whole(visibility.mentions)} of ${counted(visibility.runs, 'answer')}`,
      bounds: `95% interval ${interval(visibility.interval)}`,
      change: points(visibility.current, previous?.visibility.current),
    },
    {
      id: 'share',
      label: 'Share of voice',
      value: percent(shareOfVoice.brand),
      title: exact(shareOfVoice.brand),
      basis: `${whole(shareOfVoice.mentions)} of ${counted(shareOfVoice.allMentions, 'mention')}`,
      bounds: `95% interval ${interval(shareOfVoice.interval)}`,
      change: points(shareOfVoice.brand, previous?.shareOfVoice.brand),
    },
    {
      id: 'sentiment',
      label: 'Positive',
      value: percent(sentiment.positiveShare),
      title: exact(sentiment.positiveShare),
      basis: `${whole(sentiment.positive)} of ${counted(labelled, 'mention with a sentiment', 'mentions with a sentiment')}`,
      change: points(sentiment.positiveShare, previous?.sentiment.positiveShare),
    },
    {
      id: 'position',
      label: 'Position',
      value: decimal(position.average),
      title: exact(position.average),
      basis: `mean of ${counted(position.positions, 'mention')}`,
      change: places(position.average, previous?.position.average),
    },
    {
      id: 'citations',
      label: 'Citations',
      value: whole(totals.citations),
      title: undefined,
      basis: `${counted(totals.uniqueDomains, 'domain')} · ${counted(totals.uniqueUrls, 'page')}`,
      change: amount(totals.citations, previous?.totals.citations),
    },
  ];
}

const exact = (value: number | null) => (value === null ? undefined : String(value));

function points(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before === null || before === undefined) return null;
  const text = `${Math.abs((now - before) * 100).toFixed(1)} pts`;
  return Number.parseFloat(text) === 0 ? null : { text, isUp: now > before, isGood: now > before };
}

/** A smaller position is better. */
function places(now: number | null, before: number | null | undefined): Change | null {
  if (now === null || before === null || before === undefined) return null;
  const text = Math.abs(now - before).toFixed(2);
  return Number.parseFloat(text) === 0 ? null : { text, isUp: now > before, isGood: now < before };
}

function amount(now: number, before: number | undefined): Change | null {
  if (before === undefined || before === now) return null;
  return { text: whole(Math.abs(now - before)), isUp: now > before, isGood: null };
}
