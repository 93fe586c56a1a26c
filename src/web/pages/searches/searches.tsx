// The web queries that models issue before they answer, and how often the brand appears in the answers that follow.

import { useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { Presence, QueryOrder, SearchListQuery } from '../../documents/generated/pages.js';
import { searchListDocument } from '../../documents/pages.js';
import { AnswersLink, ShareLink } from '../../lists/answers-link.js';
import { NewBadge } from '../../lists/badge.js';
import type { Column } from '../../lists/column.js';
import { ListCard, ListTools, useListParams } from '../../lists/list-card.js';
import { usePresence } from '../../lists/presence.js';
import { CountChange } from '../../ui/change.js';
import { counted, decimal, percent, whole } from '../../ui/format.js';
import { noAnswerBefore } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';

type Fanout = SearchListQuery['brandAnalytics']['queryFanout'];

export function SearchesPage() {
  const { view } = useAddress();
  const list = useListParams(columns, { order: 'RUNS', direction: 'DESC' });
  const { presence, choice, variables, filter, columnsOf } = usePresence();
  const query = useQuery(searchListDocument, { ...filterOf(view), ...list.variables, ...variables });
  const isNothingBefore = presence === 'LOST' && !query.data?.brandAnalytics.previous?.totals.runs;
  return (
    <Page title="Searches" lead="What do models search the web for before they answer, and do they then name you?">
      <ListTools list={list} what="queries">
        {choice}
      </ListTools>
      <ListCard
        id="searches"
        title={presence === 'LOST' ? 'Lost web queries' : 'Web queries'}
        query={query}
        filters={[filter, list.search]}
        columns={columnsOf(columns)}
        params={list}
        listOf={({ brandAnalytics }) => brandAnalytics.queryFanout}
        above={({ brandAnalytics: { queryFanout } }) =>
          queryFanout.summary.searchedRuns > 0 && <Summary {...queryFanout.summary} />
        }
        empty={isNothingBefore ? noAnswerBefore(view) : emptyText(list.search, presence)}
        noun={['query', 'queries']}
      />
    </Page>
  );
}

function emptyText(search: string, presence: Presence): string {
  if (search) return `No query with “${search}” here.`;
  if (presence === 'LOST') return 'No query was lost.';
  return 'None of these answers has a web query: these models answered without searching, or their queries were not recorded.';
}

/** The queries of the window in figures. */
function Summary({ runs, searchedRuns, coverage, uniqueQueries, averagePerRun }: Fanout['summary']) {
  return (
    <p class="summary">
      <strong title={String(coverage)}>{percent(coverage)}</strong> of answers searched the web: {whole(searchedRuns)}{' '}
      of {whole(runs)}, with <strong>{whole(uniqueQueries)}</strong> distinct{' '}
      {uniqueQueries === 1 ? 'query' : 'queries'} and{' '}
      <strong title={String(averagePerRun)}>{decimal(averagePerRun)}</strong> per answer that searched.
    </p>
  );
}

type Query = Fanout['data'][number];

/** One that is lost leads to the answers of the window before. */
function QueryText({ query, runs, previous }: Query) {
  const earlier = comparedOf(useAddress().view);
  if (runs > 0 || !earlier) return <>{query}</>;
  return (
    <AnswersLink count={previous.runs} of={{ query }} view={{ period: earlier, compare: 'previous' }}>
      {query}
    </AnswersLink>
  );
}

const columns: readonly Column<Query, QueryOrder>[] = [
  {
    label: 'Query',
    value: ({ query }) => query,
    cell: (row) => (
      <>
        <QueryText {...row} /> <NewBadge isNew={row.isNew} />
      </>
    ),
  },
  {
    label: 'Answers',
    help: 'Answers that issued it.',
    order: 'RUNS',
    value: ({ runs }) => runs,
    cell: ({ query, runs }) => <AnswersLink count={runs} of={{ query }} />,
  },
  {
    label: 'Change',
    help: 'Answers that issued it against the window compared with. Not tested for chance.',
    isChange: true,
    order: 'CHANGE',
    cell: ({ runs, previous, isNew }) => (
      <CountChange now={runs} before={previous.runs} isNew={isNew} basis={counted(previous.runs, 'answer')} />
    ),
    values: { 'Answers before': ({ previous }) => previous.runs, New: ({ isNew }) => (isNew ? 'yes' : 'no') },
  },
  {
    label: 'Visibility',
    help: 'Of these answers, those that name the brand.',
    order: 'VISIBILITY',
    cell: ({ query, visibility, brandMentions, runs }) => (
      <ShareLink value={visibility} mentions={brandMentions} runs={runs} of={{ query, outcome: 'MENTIONED' }} />
    ),
    values: { Mentions: ({ brandMentions }) => brandMentions, Visibility: ({ visibility }) => visibility },
  },
  { label: 'Prompts', help: 'Prompts whose answers issued it.', order: 'PROMPTS', value: ({ prompts }) => prompts },
  { label: 'Models', help: 'Models that issued it.', value: ({ models }) => models },
];
