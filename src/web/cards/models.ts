// The figures of the brand per model; clicking a model filters the view by it.

import type { Figures, ModelFigures } from '../data/analytics.js';
import type { CardParts } from '../ui/card.js';
import { h } from '../ui/dom.js';
import { counted, decimal, interval, percent, whole } from '../ui/format.js';
import type { Table } from '../ui/table.js';

export function modelsCard({ models }: Figures, onPick: (model: string) => void): CardParts {
  return {
    id: 'models',
    title: 'Models',
    note: 'How each model treats the brand. Click one to filter.',
    table: tableOf(models),
    body: () => element(models, onPick),
  };
}

function element(models: readonly ModelFigures[], onPick: (model: string) => void): HTMLElement {
  const heads = ['Model', 'Visibility', 'Answers', 'Citations', 'Positive', 'Position'];
  const rows = models.map((each) => {
    const { model, label, visibility, interval: bounds, runs, brandMentions, citations, sentiment, position } = each;
    const title = `${visibility}: ${whole(brandMentions)} of ${counted(runs, 'answer')}, 95% interval ${interval(bounds)}`;
    const pick = h('button', { type: 'button', class: 'link', on: { click: () => onPick(model) } }, label);
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, pick),
      h('td', { class: 'number', title }, percent(visibility), meter(visibility ?? 0)),
      h('td', { class: 'number' }, whole(runs)),
      h('td', { class: 'number' }, whole(citations)),
      h('td', { class: 'number', title: String(sentiment.positiveShare ?? '') }, percent(sentiment.positiveShare)),
      h('td', { class: 'number', title: String(position.average ?? '') }, decimal(position.average)),
    );
  });
  const headRow = heads.map((text, index) => h('th', { scope: 'col', class: index > 0 ? 'number' : undefined }, text));
  return h(
    'table',
    {},
    h('caption', { class: 'visually-hidden' }, 'Models'),
    h('thead', {}, h('tr', {}, ...headRow)),
    h('tbody', {}, ...rows),
  );
}

/** A thin bar next to a ratio, showing the same value. */
export function meter(ratio: number): HTMLElement {
  const fill = h('span', { class: 'fill' });
  fill.style.width = `${ratio * 100}%`;
  return h('span', { class: 'meter', 'aria-hidden': 'true' }, fill);
}

function tableOf(models: readonly ModelFigures[]): Table {
  const columns = ['Model', 'Label', 'Visibility', 'Interval low', 'Interval high', 'Answers', 'Mentions', 'Citations'];
  const more = ['Positive', 'Neutral', 'Mixed', 'Negative', 'Position'];
  return {
    columns: [...columns, ...more].map((label) => ({ label })),
    rows: models.map((each) => [
      each.model,
      each.label,
      each.visibility,
      each.interval?.low ?? null,
      each.interval?.high ?? null,
      each.runs,
      each.brandMentions,
      each.citations,
      each.sentiment.positive,
      each.sentiment.neutral,
      each.sentiment.mixed,
      each.sentiment.negative,
      each.position.average,
    ]),
  };
}
