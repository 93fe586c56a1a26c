// The web queries that models issue before they answer, and how often the brand appears in the answers that follow.

import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import type { QueryOrder, SearchListQuery } from '../../documents/generated/searches.js';
import { searchListDocument } from '../../documents/searches.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { NewBadge } from '../../lists/badge.js';
import type { Column } from '../../lists/column.js';
import { ListCard } from '../../lists/list-card.js';
import { useListParams } from '../../lists/list-params.js';
import { Meter } from '../../lists/meter.js';
import { SearchField } from '../../lists/search-field.js';
import { CountChange } from '../../ui/change.js';
import { counted, decimal, percent, whole } from '../../ui/format.js';
import { Page } from '../../ui/page.js';

type Fanout = NonNullable<SearchListQuery['brandAnalytics']>['queryFanout'];
type Search = Fanout['data'][number];

export function SearchesPage() {
  const { view } = useAddress();
  const list = useListParams(columns, { order: 'RUNS', direction: 'DESC' });
  const query = useQuery(searchListDocument, { ...filterOf(view), ...list.variables });
  return (
    <Page title="Searches" lead="What do models search the web for before they answer, and do they then name you?">
      <div class="list-tools" data-export="no">
        <SearchField label="Search queries" value={list.search} onSearch={list.setSearch} />
      </div>
      <ListCard
        id="searches"
        title="Web queries"
        query={query}
        filters={[list.search]}
        isEmpty={({ brandAnalytics }) => brandAnalytics.queryFanout.summary.searchedRuns === 0}
        empty="No answer in this window has a web query: these models answered without searching, or their queries were not recorded."
        columns={columns}
        params={list}
        listOf={({ brandAnalytics }) => brandAnalytics.queryFanout}
        above={({ brandAnalytics }) => <Summary {...brandAnalytics.queryFanout.summary} />}
        emptyList={`No query with “${list.search}” here.`}
        noun={['query', 'queries']}
      />
    </Page>
  );
}

/** The queries of the window in figures. */
function Summary({ runs, searchedRuns, coverage, uniqueQueries, averagePerRun }: Fanout['summary']) {
  return (
    <p class="summary">
      <strong title={String(coverage)}>{percent(coverage)}</strong> of answers searched the web: {whole(searchedRuns)}{' '}
      of {whole(runs)}, with <strong>{whole(uniqueQueries)}</strong> distinct queries and{' '}
      <strong title={String(averagePerRun)}>{decimal(averagePerRun)}</strong> a searching answer.
    </p>
  );
}

const columns: readonly Column<Search, QueryOrder>[] = [
  {
    id: 'query',
    label: 'Query',
    cell: ({ query, isNew }) => (
      <>
        {query} <NewBadge isNew={isNew} />
      </>
    ),
    values: { Query: ({ query }) => query },
  },
  {
    id: 'answers',
    label: 'Answers',
    help: 'Answers that issued it.',
    isNumber: true,
    order: 'RUNS',
    cell: ({ query, runs }) => <AnswersLink count={runs} of={{ query }} />,
    values: { Answers: ({ runs }) => runs },
  },
  {
    id: 'visibility',
    label: 'Visibility',
    help: 'Of these answers, those that name the brand.',
    isNumber: true,
    order: 'VISIBILITY',
    cell: ({ query, visibility, brandMentions, runs }) => (
      <Meter value={visibility}>
        <AnswersLink
          count={brandMentions}
          of={{ query, outcome: 'MENTIONED' }}
          title={`${visibility}: ${whole(brandMentions)} of ${counted(runs, 'answer')}`}
        >
          {percent(visibility)}
        </AnswersLink>
      </Meter>
    ),
    values: { Mentions: ({ brandMentions }) => brandMentions, Visibility: ({ visibility }) => visibility },
  },
  {
    id: 'change',
    label: 'Change',
    help: 'Answers that issued it against the window compared with. Not tested for chance.',
    isNumber: true,
    isChange: true,
    order: 'CHANGE',
    cell: ({ runs, previous, isNew }) => (
      <CountChange now={runs} before={previous.runs} isNew={isNew} basis={counted(previous.runs, 'answer')} />
    ),
    values: { 'Answers before': ({ previous }) => previous.runs, New: ({ isNew }) => (isNew ? 'yes' : 'no') },
  },
  {
    id: 'prompts',
    label: 'Prompts',
    help: 'Prompts whose answers issued it.',
    isNumber: true,
    order: 'PROMPTS',
    cell: ({ prompts }) => whole(prompts),
    values: { Prompts: ({ prompts }) => prompts },
  },
  {
    id: 'models',
    label: 'Models',
    help: 'Models that issued it.',
    isNumber: true,
    cell: ({ models }) => whole(models),
    values: { Models: ({ models }) => models },
  },
];
