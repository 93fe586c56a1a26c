// The sources that answers cite: whose they are, what is new, and which ones stand behind answers that name others alone.

import { useAddress } from '../../app/navigation.js';
import { hostAscii } from '../../data/host.js';
import { type Query, useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { Outcome, Presence, SourceCategory, SourceOrder } from '../../documents/generated/pages.js';
import { domainListDocument, urlListDocument } from '../../documents/pages.js';
import { type Option, ParamChoice, readChoice } from '../../lists/choice.js';
import type { Column } from '../../lists/column.js';
import { ListCard, type ListPage } from '../../lists/list-card.js';
import { type ListParams, ListTools, useListParams } from '../../lists/list-params.js';
import {
  PresenceChoice,
  presenceFilter,
  presenceVariables,
  presentColumns,
  usePresence,
} from '../../lists/presence.js';
import { noAnswerBefore } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { domainColumns, type SourceScope, urlColumns } from './columns.js';

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

const orders = domainColumns({ params: {}, before: null, earlier: null });

export function SourcesPage() {
  const { params } = useAddress();
  const tab = readChoice(tabs, params.tab);
  const outcome = readChoice(outcomes, params.outcome);
  const category = readChoice(categories, params.category);
  const presence = usePresence();
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
        <PresenceChoice />
      </ListTools>
      <Sources list={list} outcome={outcome} category={category} presence={presence} />
    </Page>
  );
}

/** The domains that the answers to one prompt cite. */
export function PromptSources({ promptId }: { readonly promptId: string }) {
  const list = useListParams(orders, { order: 'CITATIONS', direction: 'DESC' });
  return <Domains list={list} outcome="ALL" category="ALL" presence="CURRENT" promptId={promptId} />;
}

interface SourcesProps {
  readonly list: ListParams<SourceOrder>;
  readonly outcome: Outcome;
  readonly category: Category;
  readonly presence: Presence;
  readonly promptId?: string;
}

function Domains(props: SourcesProps) {
  const query = useQuery(domainListDocument, useVariables(props));
  return <SourceList {...props} query={query} columnsOf={domainColumns} noun="domain" place="name" />;
}

function Pages(props: SourcesProps) {
  const query = useQuery(urlListDocument, useVariables(props));
  return <SourceList {...props} query={query} columnsOf={urlColumns} noun="page" place="address" />;
}

function useVariables({ list, outcome, category, presence, promptId }: SourcesProps) {
  const whose = category === 'ALL' ? {} : { category: [category] };
  return {
    ...filterOf(useAddress().view, promptId),
    ...list.variables,
    ...(list.search ? { search: hostAscii(list.search) } : {}),
    ...presenceVariables(presence),
    outcome,
    ...whose,
  };
}

interface Listed<Row> {
  readonly brandAnalytics: {
    readonly previous: { readonly totals: { readonly runs: number; readonly citations: number } } | null;
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

function SourceList<Row>({ query, columnsOf, noun, place, ...props }: SourceListProps<Row>) {
  const { view, params } = useAddress();
  const { list, outcome, category, presence, promptId } = props;
  const { search } = list;
  const sources = `${kinds[category]}${noun}s${places[outcome]}`;
  const what = places[outcome] && presence === 'CURRENT' ? sources : `${present[presence]} ${sources}`;
  const listed = `${what[0]?.toUpperCase()}${what.slice(1)}`;
  const totals = query.data?.brandAnalytics.previous?.totals;
  // Known of all answers alone.
  const before = outcome === 'ALL' ? (totals?.citations ?? null) : null;
  return (
    <ListCard
      id={`${noun}s`}
      title={search ? `${listed} whose ${place} contains “${search}”` : listed}
      query={query}
      filters={[outcome, category, presenceFilter(presence), search]}
      columns={presentColumns(
        presence,
        columnsOf({ params: promptId ? { prompt: promptId } : params, before, earlier: comparedOf(view) }),
      )}
      params={list}
      listOf={({ brandAnalytics }) => brandAnalytics.sources}
      noun={[noun, `${noun}s`]}
      emptyList={presence === 'LOST' && !totals?.runs ? noAnswerBefore(view) : emptyText(search, category, presence)}
    />
  );
}

const kinds = { ALL: '', OWN: 'own ', COMPETITOR: 'competitor ', OTHER: 'other ' } as const;

const places = {
  ALL: '',
  MENTIONED: ' cited where we appear',
  ABSENT: ' cited where we do not appear',
  GAP: ' cited where competitors win',
} as const;

const present = { CURRENT: 'cited', LOST: 'lost', ALL: 'current and lost' } as const;

function emptyText(search: string, category: Category, presence: Presence): string {
  if (search) return `No source with “${search}” here.`;
  if (presence === 'LOST') return 'No such source was lost.';
  if (category !== 'ALL') return 'No such source is cited here.';
  return 'None of these answers cites a source.';
}
