// The companies side by side: share of voice, visibility, sentiment and position of each.

import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { standingsDocument } from '../../documents/competitors.js';
import type { StandingsQuery } from '../../documents/generated/competitors.js';
import { AnswersLink } from '../../lists/answers-link.js';
import { type Column, columnsFor, sortRows, tableOf } from '../../lists/column.js';
import { DataTable } from '../../lists/data-table.js';
import { FirstRows } from '../../lists/first-rows.js';
import { useListParams } from '../../lists/list-params.js';
import { Card } from '../../ui/card.js';
import { Change } from '../../ui/change.js';
import { counted, decimal, interval, none, percent, whole } from '../../ui/format.js';
import { SentimentBar } from '../../ui/sentiment-bar.js';

type Standing = Complete<StandingsQuery>['brandAnalytics'];
type Company = Standing['shareOfVoice']['entries'][number];

export function Standings() {
  const { view } = useAddress();
  const query = useQuery(standingsDocument, filterOf(view));
  const { sort, setSort } = useListParams(orders, { order: 'SHARE', direction: 'DESC' });
  return (
    <Card
      id="standings"
      size="wide"
      title="Companies side by side"
      note="With 95% intervals for prompts like these. Sentiment and position are of the answers that mention a company."
      query={query}
      isEmpty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0}
      empty="No company is mentioned in the answers of this window."
      hasPicture
      table={({ brandAnalytics }) =>
        tableOf(columnsFor(columnsOf(brandAnalytics), view), brandAnalytics.shareOfVoice.entries)
      }
    >
      {({ brandAnalytics }) => {
        const { entries } = brandAnalytics.shareOfVoice;
        const columns = columnsFor(columnsOf(brandAnalytics), view);
        return (
          <FirstRows rows={sortRows(columns, entries, sort)} noun="companies">
            {(rows) => <DataTable caption="Companies" columns={columns} rows={rows} sort={sort} onSort={setSort} />}
          </FirstRows>
        );
      }}
    </Card>
  );
}

function columnsOf({ totals, shareOfVoice, breakdown }: Standing): readonly Column<Company>[] {
  const changes = new Map(breakdown.data.map(({ key, change }) => [key.company, change]));
  return [
    {
      id: 'name',
      label: 'Company',
      cell: ({ name, isBrand }) =>
        isBrand ? <strong>{name}</strong> : <Link to={{ page: 'competitor', company: name }}>{name}</Link>,
      values: { Company: ({ name }) => name },
    },
    {
      id: 'share',
      label: 'Share of voice',
      isNumber: true,
      order: 'SHARE',
      cell: ({ share, mentions, robustInterval }) => (
        <span title={`${whole(mentions)} of ${counted(shareOfVoice.allMentions, 'mention')}`}>
          {percent(share)} <small class="under">{interval(robustInterval)}</small>
        </span>
      ),
      values: {
        'Share of voice': ({ share }) => share,
        'Interval low': ({ robustInterval }) => robustInterval?.low ?? null,
        'Interval high': ({ robustInterval }) => robustInterval?.high ?? null,
      },
    },
    {
      id: 'mentions',
      label: 'Visibility',
      help: 'Share of answers that mention the company',
      isNumber: true,
      cell: ({ name, mentions }) => (
        <span>
          {percent(totals.runs === 0 ? null : mentions / totals.runs)}
          <AnswersLink class="under" count={mentions} of={{ company: name }}>
            {whole(mentions)} of {whole(totals.runs)}
          </AnswersLink>
        </span>
      ),
      values: { Mentions: ({ mentions }) => mentions, Answers: () => totals.runs },
    },
    {
      id: 'change',
      label: 'Change',
      help: 'Of visibility, from the window compared with.',
      isNumber: true,
      isChange: true,
      cell: ({ name }) => {
        const change = changes.get(name);
        return change ? <Change change={change} /> : none;
      },
      values: { 'Change of visibility': ({ name }) => changes.get(name)?.difference ?? null },
    },
    {
      id: 'prompts',
      label: 'Prompts',
      isNumber: true,
      order: 'PROMPTS',
      cell: ({ prompts }) => whole(prompts),
      values: { Prompts: ({ prompts }) => prompts },
    },
    {
      id: 'sentiment',
      label: 'Sentiment',
      help: 'Share of the assessed mentions that are positive',
      order: 'SENTIMENT',
      cell: ({ sentiment }) => <SentimentBar counts={sentiment} />,
      values: {
        'Positive share': ({ sentiment }) => sentiment.positiveShare,
        Positive: ({ sentiment }) => sentiment.positive,
        Neutral: ({ sentiment }) => sentiment.neutral,
        Negative: ({ sentiment }) => sentiment.negative,
        Mixed: ({ sentiment }) => sentiment.mixed,
      },
    },
    {
      id: 'position',
      label: 'Position',
      isNumber: true,
      order: 'POSITION',
      first: 'ASC',
      cell: ({ position: { average, positions } }) => (
        <span title={average === null ? 'No mention has a position' : `Mean of ${counted(positions, 'mention')}`}>
          {average === null ? 'no data' : decimal(average)}
        </span>
      ),
      values: {
        Position: ({ position }) => position.average,
        'Mentions with a position': ({ position }) => position.positions,
      },
    },
  ];
}

const orders = ['SHARE', 'PROMPTS', 'SENTIMENT', 'POSITION'].map((order) => ({ order }));
