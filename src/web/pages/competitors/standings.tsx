// The companies side by side: share of voice, visibility, sentiment and position of each.

import { useState } from 'preact/hooks';
import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import { standingsDocument } from '../../documents/competitors.js';
import type { StandingsQuery } from '../../documents/generated/competitors.js';
import { type Column, DataTable, type Direction, type Sort } from '../../lists/data-table.js';
import { Card } from '../../ui/card.js';
import { counted, decimal, interval, percent, whole } from '../../ui/format.js';
import { SentimentBar } from '../../ui/sentiment-bar.js';

type Standing = Complete<StandingsQuery>['brandAnalytics'];
type Company = Standing['shareOfVoice']['entries'][number];

const firstShown = 15;

/** What each order compares; companies without the figure come last. */
const figureOf: Readonly<Record<string, (company: Company) => number | null>> = {
  SHARE: ({ share }) => share,
  PROMPTS: ({ prompts }) => prompts,
  SENTIMENT: ({ sentiment }) => sentiment.positiveShare,
  POSITION: ({ position }) => position.average,
};

export function Standings() {
  const { view, params, changeParams } = useAddress();
  const query = useQuery(standingsDocument, filterOf(view));
  const sort = sortOf(params.order, params.direction);
  const [isWhole, setWhole] = useState(false);
  return (
    <Card
      id="standings"
      size="wide"
      title="Companies side by side"
      note="Share of voice with its 95% interval for prompts like these. Sentiment and position are of the answers that mention a company; differences in these two are not tested."
      query={query}
      isEmpty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0}
      empty="No company is mentioned in the answers of this window."
      hasPicture
      table={({ brandAnalytics }) => tableOf(brandAnalytics)}
    >
      {({ brandAnalytics }) => (
        <>
          <DataTable
            caption="Companies"
            columns={columnsOf(brandAnalytics)}
            rows={sorted(brandAnalytics.shareOfVoice.entries, sort).slice(0, isWhole ? undefined : firstShown)}
            sort={sort}
            onSort={({ order, direction }) => changeParams({ order, direction })}
          />
          {!isWhole && brandAnalytics.shareOfVoice.entries.length > firstShown && (
            <p class="spaced">
              <button type="button" class="link" onClick={() => setWhole(true)}>
                Show all {brandAnalytics.shareOfVoice.entries.length} companies
              </button>
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function columnsOf({ totals, shareOfVoice }: Standing): readonly Column<Company>[] {
  return [
    { id: 'name', label: 'Company', cell: ({ name, isBrand }) => (isBrand ? <strong>{name}</strong> : name) },
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
    },
    {
      id: 'mentions',
      label: 'Visibility',
      help: 'Share of answers that mention the company',
      isNumber: true,
      cell: ({ name, mentions }) => (
        <span>
          {percent(totals.runs === 0 ? null : mentions / totals.runs)}
          <Link class="under" to={{ page: 'answers', params: { company: name } }}>
            {whole(mentions)} of {whole(totals.runs)}
          </Link>
        </span>
      ),
    },
    { id: 'prompts', label: 'Prompts', isNumber: true, order: 'PROMPTS', cell: ({ prompts }) => whole(prompts) },
    {
      id: 'sentiment',
      label: 'Sentiment',
      help: 'Share of the assessed mentions that are positive',
      order: 'SENTIMENT',
      cell: ({ sentiment }) => <SentimentBar counts={sentiment} />,
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
    },
  ];
}

function sortOf(order = 'SHARE', direction: string | undefined): Sort {
  const known = order in figureOf ? order : 'SHARE';
  const fallback: Direction = known === 'POSITION' ? 'ASC' : 'DESC';
  return { order: known, direction: direction === 'ASC' || direction === 'DESC' ? direction : fallback };
}

function sorted(companies: readonly Company[], { order, direction }: Sort): readonly Company[] {
  const figure = figureOf[order] ?? (() => null);
  const sign = direction === 'ASC' ? 1 : -1;
  return [...companies].sort((one, other) => {
    const [a, b] = [figure(one), figure(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (a - b);
  });
}

function tableOf({ totals, shareOfVoice }: Standing) {
  const labels = ['Company', 'Share of voice', 'Interval low', 'Interval high', 'Mentions', 'Answers', 'Prompts'];
  const more = ['Positive', 'Neutral', 'Negative', 'Mixed', 'Position', 'Mentions with a position'];
  return {
    columns: [...labels, ...more],
    rows: shareOfVoice.entries.map(({ name, share, robustInterval, mentions, prompts, sentiment, position }) => [
      name,
      share,
      robustInterval?.low ?? null,
      robustInterval?.high ?? null,
      mentions,
      totals.runs,
      prompts,
      sentiment.positive,
      sentiment.neutral,
      sentiment.negative,
      sentiment.mixed,
      position.average,
      position.positions,
    ]),
  };
}
