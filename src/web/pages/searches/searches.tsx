// The web queries that models issue before they answer, and how often the brand appears in the answers that follow.

import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import type { SearchListQuery } from '../../documents/generated/searches.js';
import { searchListDocument } from '../../documents/searches.js';
import { Badge } from '../../lists/badge.js';
import type { Column } from '../../lists/data-table.js';
import { List } from '../../lists/list.js';
import { listParams } from '../../lists/list-params.js';
import { Meter } from '../../lists/meter.js';
import { SearchField } from '../../lists/search-field.js';
import { Card } from '../../ui/card.js';
import { CountChange } from '../../ui/change.js';
import { counted, decimal, percent, whole } from '../../ui/format.js';
import { Page } from '../../ui/page.js';
import type { Table } from '../../ui/table-data.js';

type Fanout = NonNullable<SearchListQuery['brandAnalytics']>['queryFanout'];
type Search = Fanout['data'][number];

const orders = ['RUNS', 'PROMPTS', 'VISIBILITY', 'CHANGE'] as const;

export function SearchesPage() {
  const navigation = useAddress();
  const { setSearch, search, ...list } = listParams(navigation, {
    orders,
    order: 'RUNS',
    direction: 'DESC',
  });
  const query = useQuery(searchListDocument, {
    ...filterOf(navigation.view),
    page: list.page,
    ...list.sort,
    ...(search ? { search } : {}),
  });
  return (
    <Page title="Searches" lead="What do models search the web for before they answer, and do they then name you?">
      <div class="list-tools" data-export="no">
        <SearchField label="Search queries" value={search} onSearch={setSearch} />
      </div>
      <Card
        id="searches"
        size="wide"
        title="Web queries"
        note="Visibility is that of the brand in the answers that issued the query."
        query={query}
        filters={[search]}
        page={list.page}
        isEmpty={({ brandAnalytics }) => brandAnalytics.queryFanout.summary.searchedRuns === 0}
        empty="No answer in this window has a web query: these models answered without searching, or their queries were not recorded."
        table={({ brandAnalytics }) => searchTable(brandAnalytics.queryFanout)}
        hasPicture
      >
        {({ brandAnalytics: { queryFanout } }) => (
          <>
            <Summary {...queryFanout.summary} />
            <List
              {...list}
              caption="Web queries"
              columns={columns}
              list={queryFanout}
              empty={`No query with “${search}” here.`}
              noun={['query', 'queries']}
            />
          </>
        )}
      </Card>
    </Page>
  );
}

/** The queries of the window in figures. */
function Summary({ runs, searchedRuns, coverage, uniqueQueries, averagePerRun }: Fanout['summary']) {
  return (
    <dl class="facts">
      <div>
        <dt>Coverage</dt>
        <dd title={String(coverage)}>{percent(coverage)}</dd>
        <dd class="quiet">
          {whole(searchedRuns)} of {counted(runs, 'answer')} searched the web
        </dd>
      </div>
      <div>
        <dt>Distinct queries</dt>
        <dd>{whole(uniqueQueries)}</dd>
        <dd class="quiet">in this window</dd>
      </div>
      <div>
        <dt>Queries per answer</dt>
        <dd title={String(averagePerRun)}>{decimal(averagePerRun)}</dd>
        <dd class="quiet">mean of the answers that searched</dd>
      </div>
    </dl>
  );
}

const columns: readonly Column<Search>[] = [
  {
    id: 'query',
    label: 'Query',
    cell: ({ query, isNew }) => (
      <>
        {query}{' '}
        {isNew && (
          <Badge kind="new" title="Not issued in the window before, which has answers.">
            new
          </Badge>
        )}
      </>
    ),
  },
  {
    id: 'answers',
    label: 'Answers',
    help: 'Answers that issued it.',
    isNumber: true,
    order: 'RUNS',
    cell: ({ runs }) => whole(runs),
  },
  {
    id: 'visibility',
    label: 'Visibility',
    help: 'Of these answers, those that name the brand.',
    isNumber: true,
    order: 'VISIBILITY',
    cell: ({ visibility, brandMentions, runs }) => (
      <Meter value={visibility}>
        <span title={`${visibility}: ${whole(brandMentions)} of ${counted(runs, 'answer')}`}>
          {percent(visibility)}
        </span>
        <span class="sub">
          {whole(brandMentions)} of {whole(runs)}
        </span>
      </Meter>
    ),
  },
  {
    id: 'change',
    label: 'Change',
    help: 'Answers that issued it against the window before. Not tested for chance.',
    isNumber: true,
    order: 'CHANGE',
    cell: ({ runs, previous, isNew }) => (
      <CountChange now={runs} before={previous.runs} isNew={isNew} basis={counted(previous.runs, 'answer')} />
    ),
  },
  {
    id: 'prompts',
    label: 'Prompts',
    help: 'Prompts whose answers issued it.',
    isNumber: true,
    order: 'PROMPTS',
    cell: ({ prompts }) => whole(prompts),
  },
  {
    id: 'models',
    label: 'Models',
    help: 'Models that issued it.',
    isNumber: true,
    cell: ({ models }) => whole(models),
  },
];

function searchTable({ data, pagination: { total } }: Fanout): Table {
  return {
    columns: ['Query', 'Answers', 'Prompts', 'Models', 'Mentions', 'Visibility', 'Answers before', 'New'],
    total,
    rows: data.map(({ query, runs, prompts, models, brandMentions, visibility, previous, isNew }) => [
      query,
      runs,
      prompts,
      models,
      brandMentions,
      visibility,
      previous.runs,
      isNew ? 'yes' : 'no',
    ]),
  };
}
