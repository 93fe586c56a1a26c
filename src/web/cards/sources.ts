// The sources cited most often in the answers of the window, by domain or by page.

import { variablesOf } from '../data/analytics.js';
import { ask, type Complete } from '../data/api.js';
import { sourcesDocument } from '../data/documents.js';
import type { SourcesQuery } from '../data/generated.js';
import type { View } from '../data/view.js';
import type { CardParts } from '../ui/card.js';
import { h, link } from '../ui/dom.js';
import { percent, whole } from '../ui/format.js';
import { meter } from './models.js';

type Page = Complete<SourcesQuery>['brandAnalytics']['pages']['data'][number];

/** A page, or a domain, which has no URL. */
type Source = Omit<Page, 'url'> & Partial<Page>;

export interface Sources {
  readonly domains: readonly Source[];
  readonly pages: readonly Source[];
}

/** Throws `ApiError`. */
export async function loadSources(view: View, signal: AbortSignal): Promise<Sources> {
  const { timeZone: _, ...variables } = variablesOf(view);
  const { domains, pages } = (await ask(sourcesDocument, variables, signal)).brandAnalytics;
  return { domains: domains.data, pages: pages.data };
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
      rows: shown.map(({ domain, url, citations, prompts, share }) => [domain, url ?? null, citations, prompts, share]),
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
      h('th', { scope: 'row' }, url === undefined ? domain : link(url, withoutScheme(url))),
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

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/i, '');
