// The lists of cited domains and of cited pages.

import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { domainListDocument, urlListDocument } from '../../documents/sources.js';
import { DataTable, type Sort } from '../../lists/data-table.js';
import { Pager } from '../../lists/pager.js';
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
      id="domains"
      size="wide"
      title={titled(
        props.outcome === 'GAP' ? 'Domains cited where competitors win' : 'Cited domains',
        'name',
        props.search,
      )}
      note={`${notes[props.outcome]} Coverage is the share of these answers that cite the domain.`}
      query={query}
      table={({ brandAnalytics }) => domainTable(brandAnalytics.sources)}
      hasPicture
    >
      {({ brandAnalytics: { sources } }) => (
        <>
          {sources.data.length === 0 ? (
            <p class="empty">{emptyText(props)}</p>
          ) : (
            <DataTable
              caption="Cited domains"
              columns={domainColumns(params)}
              rows={sources.data}
              sort={props.sort}
              onSort={props.setSort}
            />
          )}
          <Pager
            {...props}
            {...sources.pagination}
            page={props.page}
            noun={['domain', 'domains']}
            onPage={props.setPage}
          />
        </>
      )}
    </Card>
  );
}

export function UrlsCard(props: ListProps) {
  const query = useQuery(urlListDocument, useVariables(props));
  return (
    <Card
      id="pages"
      size="wide"
      title={titled(
        props.outcome === 'GAP' ? 'Pages cited where competitors win' : 'Cited pages',
        'address',
        props.search,
      )}
      note={`${notes[props.outcome]} Coverage is the share of these answers that cite the page.`}
      query={query}
      table={({ brandAnalytics }) => urlTable(brandAnalytics.sources)}
      hasPicture
    >
      {({ brandAnalytics: { sources } }) => (
        <>
          {sources.data.length === 0 ? (
            <p class="empty">{emptyText(props)}</p>
          ) : (
            <DataTable
              caption="Cited pages"
              columns={urlColumns}
              rows={sources.data}
              sort={props.sort}
              onSort={props.setSort}
            />
          )}
          <Pager {...props} {...sources.pagination} page={props.page} noun={['page', 'pages']} onPage={props.setPage} />
        </>
      )}
    </Card>
  );
}

/** Says what a search is: the name of a domain stands in addresses of others too. */
function titled(cited: string, place: string, search: string): string {
  return search ? `${cited} whose ${place} contains “${search}”` : cited;
}

function emptyText({ search, outcome, category }: SourceSelection): string {
  if (search) return `No source with “${search}” here.`;
  if (category !== 'ALL') return 'No such source is cited here.';
  return outcome === 'ALL' ? 'No answer in this window cites a source.' : 'None of these answers cites a source.';
}
