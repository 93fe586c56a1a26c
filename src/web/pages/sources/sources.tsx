// The sources that answers cite: whose they are, what is new, and which ones stand behind answers that name others alone.

import { useAddress } from '../../app/navigation.js';
import { Choice, type Option, readChoice } from '../../lists/choice.js';
import { listParams } from '../../lists/list-params.js';
import { SearchField } from '../../lists/search-field.js';
import { Page } from '../../ui/page.js';
import { MovesCard } from './moves.js';
import { DomainsCard, type SourceSelection, sourceOrders, UrlsCard } from './source-cards.js';

type Tab = 'domains' | 'pages';

const tabs: readonly Option<Tab>[] = [
  { value: 'domains', label: 'Domains' },
  { value: 'pages', label: 'Pages' },
];

const outcomes: readonly Option<SourceSelection['outcome']>[] = [
  { value: 'ALL', label: 'All answers' },
  { value: 'GAP', label: 'Where competitors win', help: 'Answers that name another company and not the brand.' },
  { value: 'MENTIONED', label: 'Where we appear', help: 'Answers that name the brand.' },
];

const categories: readonly Option<SourceSelection['category']>[] = [
  { value: 'ALL', label: 'Everybody' },
  { value: 'OWN', label: 'Ours' },
  { value: 'COMPETITOR', label: 'Competitors' },
  { value: 'OTHER', label: 'Others' },
];

export function SourcesPage() {
  const navigation = useAddress();
  const { params, changeParams } = navigation;
  const tab = readChoice(tabs, params.tab);
  const outcome = readChoice(outcomes, params.outcome);
  const category = readChoice(categories, params.category);
  const list = listParams(navigation, { orders: sourceOrders, order: 'CITATIONS', direction: 'DESC' });
  const choose = (name: string, value: string, usual: string) =>
    changeParams({ [name]: value === usual ? undefined : value, page: undefined });
  const ListCard = tab === 'domains' ? DomainsCard : UrlsCard;
  return (
    <Page
      title="Sources"
      lead="Whom do models cite, who gained and who was lost, and what do they cite when competitors win?"
    >
      <div class="list-tools" data-export="no">
        <Choice
          label="Domains or pages"
          options={tabs}
          value={tab}
          onChange={(value) => choose('tab', value, 'domains')}
        />
        <Choice
          label="Which answers"
          options={outcomes}
          value={outcome}
          onChange={(value) => choose('outcome', value, 'ALL')}
        />
        <Choice
          label="Whose sources"
          options={categories}
          value={category}
          onChange={(value) => choose('category', value, 'ALL')}
        />
        <SearchField label={`Search ${tab}`} value={list.search} onSearch={list.setSearch} />
      </div>
      <ListCard {...list} outcome={outcome} category={category} />
      {tab === 'domains' && outcome === 'ALL' && <MovesCard />}
    </Page>
  );
}
