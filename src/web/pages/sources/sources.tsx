// The sources that answers cite: whose they are, what is new, and which ones stand behind answers that name others alone.

import { useAddress } from '../../app/navigation.js';
import { hostAscii } from '../../data/host.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { Outcome, Presence, SourceCategory } from '../../documents/generated/pages.js';
import { domainListDocument, urlListDocument } from '../../documents/pages.js';
import { type Option, ParamChoice, readChoice } from '../../lists/choice.js';
import { ListCard, ListTools, useListParams } from '../../lists/list-card.js';
import { usePresence } from '../../lists/presence.js';
import { capital } from '../../ui/format.js';
import { noAnswerBefore } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { domainColumns, urlColumns } from './columns.js';

type Category = 'ALL' | SourceCategory;
type Tab = 'domains' | 'pages';

const tabs: readonly Option<Tab>[] = [
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

/** `place`: what a search is of: the name of a domain stands in addresses of others too. */
const lists = {
  domains: { document: domainListDocument, columnsIn: domainColumns, noun: 'domain', place: 'name' },
  pages: { document: urlListDocument, columnsIn: urlColumns, noun: 'page', place: 'address' },
} as const;

const orders = domainColumns({ params: {}, before: null, earlier: null });

const useSourceParams = () => useListParams(orders, { order: 'CITATIONS', direction: 'DESC' });

export function SourcesPage() {
  const { value: tab } = readChoice(tabs, useAddress().params.tab);
  return (
    <Page
      title="Sources"
      lead="Whom do models cite, who gained and who was lost, and what do they cite when competitors win?"
    >
      <ListTools list={useSourceParams()} what={tab}>
        <ParamChoice label="Domains or pages" name="tab" options={tabs} />
        <ParamChoice label="Which answers" name="outcome" options={outcomes} />
        <ParamChoice label="Whose sources" name="category" options={categories} />
        {usePresence().choice}
      </ListTools>
      <Sources tab={tab} />
    </Page>
  );
}

/** The list of a tab as the address selects it; of a prompt, all domains that the answers to it cite. */
export function Sources({ tab = 'domains', promptId = '' }: { readonly tab?: Tab; readonly promptId?: string }) {
  const { view, params: given } = useAddress();
  const params = promptId ? { prompt: promptId } : given;
  const { value: outcome } = readChoice(outcomes, params.outcome);
  const { value: category } = readChoice(categories, params.category);
  const { presence, variables, filter, columnsOf } = usePresence();
  const list = useSourceParams();
  const { search } = list;
  const { document, columnsIn, noun, place } = lists[tab];
  // Safe because the document and the columns are of the same list.
  const query = useQuery(document as typeof domainListDocument, {
    ...filterOf(view, promptId),
    ...list.variables,
    ...(search ? { search: hostAscii(search) } : {}),
    ...variables,
    outcome,
    ...(category === 'ALL' ? {} : { category: [category] }),
  });
  const sources = `${kinds[category]}${noun}s${places[outcome]}`;
  const what = places[outcome] && presence === 'CURRENT' ? sources : `${present[presence]} ${sources}`;
  const listed = capital(what);
  const totals = query.data?.brandAnalytics.previous?.totals;
  // Known of all answers alone.
  const before = outcome === 'ALL' ? (totals?.citations ?? null) : null;
  return (
    <ListCard
      id={`${noun}s`}
      title={search ? `${listed} whose ${place} contains “${search}”` : listed}
      query={query}
      filters={[outcome, category, filter, search]}
      columns={columnsOf((columnsIn as typeof domainColumns)({ params, before, earlier: comparedOf(view) }))}
      params={list}
      listOf={({ brandAnalytics }) => brandAnalytics.sources}
      noun={[noun, `${noun}s`]}
      empty={presence === 'LOST' && !totals?.runs ? noAnswerBefore(view) : emptyText(search, category, presence)}
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
