// The list of cited domains or of cited pages.

import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { domainListDocument, urlListDocument } from '../../documents/sources.js';
import type { Sort } from '../../lists/data-table.js';
import { List } from '../../lists/list.js';
import { Card } from '../../ui/card.js';
import { domainColumns, domainTable, urlColumns, urlTable } from './columns.js';

export const sourceOrders = ['CITATIONS', 'RUNS', 'PROMPTS', 'CHANGE'] as const;

/** What the list is of. */
export interface SourceSelection {
  readonly page: number;
  readonly sort: { readonly order: (typeof sourceOrders)[number]; readonly direction: Sort['direction'] };
  readonly search: string;
  readonly outcome: 'ALL' | 'GAP' | 'MENTIONED';
  readonly category: 'ALL' | 'OWN' | 'COMPETITOR' | 'OTHER';
}

interface ListProps extends SourceSelection {
  readonly setPage: (page: number) => void;
  readonly setSort: (sort: Sort) => void;
}

const notes = {
  ALL: 'Of all answers in this window.',
  GAP: 'Only of answers that name another company and not the brand: what models rely on when competitors win.',
  MENTIONED: 'Only of answers that name the brand.',
} as const;

const kinds = { ALL: '', OWN: 'own ', COMPETITOR: 'competitor ', OTHER: 'other ' } as const;

function useVariables({ page, sort, search, outcome, category }: SourceSelection) {
  const { view } = useAddress();
  return {
    ...filterOf(view),
    page,
    ...sort,
    outcome,
    ...(search ? { search } : {}),
    ...(category === 'ALL' ? {} : { category: [category] }),
  };
}

export function DomainsCard(props: ListProps) {
  const { params } = useAddress();
  const query = useQuery(domainListDocument, useVariables(props));
  return (
    <Card
      {...describe(props, 'domain', 'name')}
      id="domains"
      query={query}
      table={({ brandAnalytics }) => domainTable(brandAnalytics.sources)}
    >
      {({ brandAnalytics: { sources } }) => (
        <List {...listed(props, 'domain')} columns={domainColumns(params)} list={sources} />
      )}
    </Card>
  );
}

export function UrlsCard(props: ListProps) {
  const query = useQuery(urlListDocument, useVariables(props));
  return (
    <Card
      {...describe(props, 'page', 'address')}
      id="pages"
      query={query}
      table={({ brandAnalytics }) => urlTable(brandAnalytics.sources)}
    >
      {({ brandAnalytics: { sources } }) => <List {...listed(props, 'page')} columns={urlColumns} list={sources} />}
    </Card>
  );
}

/** What a card says of its list, and what a search is: the name of a domain stands in addresses of others too. */
function describe({ outcome, category, search, page }: SourceSelection, noun: string, place: string) {
  const sources = `${kinds[category]}${noun}s`;
  const cited =
    outcome === 'GAP'
      ? `${sources[0]?.toUpperCase()}${sources.slice(1)} cited where competitors win`
      : `Cited ${sources}`;
  return {
    size: 'wide',
    title: search ? `${cited} whose ${place} contains “${search}”` : cited,
    note: `${notes[outcome]} Coverage is the share of these answers that cite the ${noun}.`,
    filters: [outcome, category, search],
    page,
    hasPicture: true,
  } as const;
}

function listed(props: ListProps, noun: string) {
  return { ...props, caption: `Cited ${noun}s`, noun: [noun, `${noun}s`], empty: emptyText(props) } as const;
}

function emptyText({ search, outcome, category }: SourceSelection): string {
  if (search) return `No source with “${search}” here.`;
  if (category !== 'ALL') return 'No such source is cited here.';
  return outcome === 'ALL' ? 'No answer in this window cites a source.' : 'None of these answers cites a source.';
}
