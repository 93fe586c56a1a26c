// The sources cited most often in the answers of the window, by domain or by page.

import { variablesOf } from '../data/analytics.js';
import { ask, type Complete } from '../data/api.js';
import { sourcesDocument } from '../data/documents.js';
import type { SourcesQuery } from '../data/generated.js';
import type { View } from '../data/view.js';
import type { CardParts } from '../ui/card.js';
import { h } from '../ui/dom.js';
import { percent, whole } from '../ui/format.js';
import { meter } from './models.js';

export type Sources = Complete<SourcesQuery>['brandAnalytics'];
type Source = Sources['domains'][number];

/** Throws `ApiError`. */
export async function loadSources(view: View, signal: AbortSignal): Promise<Sources> {
  const { brandAnalytics } = await ask(sourcesDocument, variablesOf(view), signal);
  return brandAnalytics;
}

/** Kept when the filters change. */
let kind: keyof Sources = 'domains';

/** The card, redrawn when the user switches between domains and pages. */
export function sourcesCard(sources: Sources, onTurn: () => void): CardParts {
  const shown = sources[kind];
  const turn = (to: keyof Sources, text: string) =>
    h(
      'button',
      { type: 'button', class: 'tool', 'aria-pressed': String(kind === to), on: { click: () => choose(to) } },
      text,
    );
  const choose = (to: keyof Sources) => {
    kind = to;
    onTurn();
  };
  return {
    id: 'sources',
    title: 'Top sources',
    note: 'The sources cited most often. Shares are of all citations, including sources not listed.',
    controls: [turn('domains', 'Domains'), turn('pages', 'Pages')],
    table: {
      columns: ['Domain', 'URL', 'Citations', 'Prompts', 'Share'].map((label) => ({ label })),
      rows: shown.map(({ domain, url, citations, prompts, share }) => [domain, url, citations, prompts, share]),
    },
    body: () =>
      shown.length === 0 ? h('p', { class: 'empty' }, 'No answer in this window has citations.') : element(shown),
  };
}

function element(sources: readonly Source[]): HTMLElement {
  const rows = sources.map(({ domain, url, citations, prompts, share }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, url === null ? domain : link(url, withoutScheme(url))),
      h('td', { class: 'number', title: String(share ?? '') }, percent(share), meter(share ?? 0)),
      h('td', { class: 'number' }, whole(citations)),
      h('td', { class: 'number' }, whole(prompts)),
    ),
  );
  const heads = ['Source', 'Share', 'Citations', 'Prompts'].map((text, index) =>
    h('th', { scope: 'col', class: index > 0 ? 'number' : undefined }, text),
  );
  return h(
    'table',
    {},
    h('caption', { class: 'visually-hidden' }, 'Top sources'),
    h('thead', {}, h('tr', {}, ...heads)),
    h('tbody', {}, ...rows),
  );
}

/** A link to an external page, without a referrer; plain text if it is not an http or https URL. */
export function link(url: string, text: string): HTMLElement {
  if (!/^https?:\/\//i.test(url)) return h('span', {}, text);
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer', title: url }, text);
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '');
