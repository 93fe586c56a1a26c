// The sources that answers cite: whose they are, what is new, and which ones stand behind answers that name others alone.

import { useAddress } from '../../app/navigation.js';
import { hostAscii } from '../../data/host.js';
import { type Query, useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import type { Outcome, SourceCategory, SourceOrder } from '../../documents/generated/sources.js';
import { domainListDocument, urlListDocument } from '../../documents/sources.js';
import { type Option, ParamChoice, readChoice } from '../../lists/choice.js';
import type { Column } from '../../lists/column.js';
import { ListCard, type ListPage } from '../../lists/list-card.js';
import { type ListParams, ListTools, useListParams } from '../../lists/list-params.js';
import { Page } from '../../ui/page.js';
import { domainColumns, type SourceScope, urlColumns } from './columns.js';
import { MovesCard } from './moves.js';

type Category = 'ALL' | SourceCategory;

const tabs: readonly Option<'domains' | 'pages'>[] = [
  { value: 'domains', label: 'Domains' },
  { value: 'pages', label: 'Pages' },
];

const outcomes: readonly Option<Outcome>[] = [
  { value: 'ALL', label: 'All answers' },
  { value: 'GAP', label: 'Where competitors win', help: 'Answers that name another company and not the brand.' },
  { value: 'MENTIONED', label: 'Where we appear', help: 'Answers that name the brand.' },
];

const categories: readonly Option<Category>[] = [
  { value: 'ALL', label: 'All' },
  { value: 'OWN', label: 'Ours' },
  { value: 'COMPETITOR', label: 'Competitors' },
  { value: 'OTHER', label: 'Others' },
];

const orders = domainColumns({ params: {}, before: null });

export function SourcesPage() {
  const { params } = useAddress();
  const tab = readChoice(tabs, params.tab);
  const outcome = readChoice(outcomes, params.outcome);
  const category = readChoice(categories, params.category);
  const list = useListParams(orders, { order: 'CITATIONS', direction: 'DESC' });
  const Sources = tab === 'domains' ? Domains : Pages;
  return (
    <Page
      title="Sources"
      lead="Whom do models cite, who gained and who was lost, and what do they cite when competitors win?"
    >
      <ListTools list={list} what={tab}>
        <ParamChoice label="Domains or pages" name="tab" options={tabs} />
        <ParamChoice label="Which answers" name="outcome" options={outcomes} />
        <ParamChoice label="Whose sources" name="category" options={categories} />
      </ListTools>
      <Sources list={list} outcome={outcome} category={category} />
      {tab === 'domains' && outcome === 'ALL' && <MovesCard />}
    </Page>
  );
}

interface SourcesProps {
  readonly list: ListParams<SourceOrder>;
  readonly outcome: Outcome;
  readonly category: Category;
}

function Domains(props: SourcesProps) {
  const query = useQuery(domainListDocument, useVariables(props));
  return <SourceList {...props} query={query} columnsOf={domainColumns} noun="domain" place="name" />;
}

function Pages(props: SourcesProps) {
  const query = useQuery(urlListDocument, useVariables(props));
  return <SourceList {...props} query={query} columnsOf={urlColumns} noun="page" place="address" />;
}

function useVariables({ list, outcome, category }: SourcesProps) {
  const whose = category === 'ALL' ? {} : { category: [category] };
  const found = list.search ? { search: hostAscii(list.search) } : {};
  return { ...filterOf(useAddress().view), ...list.variables, ...found, outcome, ...whose };
}

interface Listed<Row> {
  readonly brandAnalytics: {
    readonly previous: { readonly totals: { readonly citations: number } } | null;
    readonly sources: ListPage<Row>;
  };
}

interface SourceListProps<Row> extends SourcesProps {
  readonly query: Query<Listed<Row>>;
  readonly columnsOf: (scope: SourceScope) => readonly Column<Row>[];
  readonly noun: string;
  /** What a search is of: the name of a domain stands in addresses of others too. */
  readonly place: string;
}

function SourceList<Row>({ query, columnsOf, noun, place, list, outcome, category }: SourceListProps<Row>) {
  const { params } = useAddress();
  const { search } = list;
  const sources = `${kinds[category]}${noun}s`;
  const cited =
    outcome === 'ALL'
      ? `Cited ${sources}`
      : `${sources[0]?.toUpperCase()}${sources.slice(1)} cited where ${outcome === 'GAP' ? 'competitors win' : 'we appear'}`;
  // Known of all answers alone.
  const before = outcome === 'ALL' ? (query.data?.brandAnalytics.previous?.totals.citations ?? null) : null;
  return (
    <ListCard
      id={`${noun}s`}
      title={search ? `${cited} whose ${place} contains “${search}”` : cited}
      query={query}
      filters={[outcome, category, search]}
      columns={columnsOf({ params, before })}
      params={list}
      listOf={({ brandAnalytics }) => brandAnalytics.sources}
      noun={[noun, `${noun}s`]}
      emptyList={emptyText(search, category)}
    />
  );
}

const kinds = { ALL: '', OWN: 'own ', COMPETITOR: 'competitor ', OTHER: 'other ' } as const;

function emptyText(search: string, category: Category): string {
  if (search) return `No source with “${search}” here.`;
  if (category !== 'ALL') return 'No such source is cited here.';
  return 'None of these answers cites a source.';
}
