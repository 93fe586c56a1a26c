// The competitors: everybody over time, side by side with the figures of each, and within each model.

import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import type { StandingsQuery } from '../../documents/generated/pages.js';
import { standingsDocument } from '../../documents/pages.js';
import { AnswersLink } from '../../lists/answers-link.js';
import type { Column } from '../../lists/column.js';
import { useListParams } from '../../lists/list-card.js';
import { interval } from '../../ui/bounds.js';
import { Card } from '../../ui/card.js';
import { Change, TestedAlone } from '../../ui/change.js';
import { counted, decimal, none, percent, whole } from '../../ui/format.js';
import { namesNobody } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import { PivotCard } from '../breakdown/pivot.js';
import { CompanyTrend } from './company-trend.js';

type Standing = StandingsQuery['brandAnalytics'];

export function CompetitorsPage() {
  const brand = useBrand()?.name ?? 'the brand';
  const lead = `Whom the answers name beside ${brand}: how often, how well, how early, and on which model.`;
  return (
    <Page title="Competitors" lead={lead}>
      <CompanyTrend />
      <Standings />
      <PivotCard id="company-models" title="Companies by model" by={['COMPANY', 'MODEL']} />
    </Page>
  );
}

function Standings() {
  const { view } = useAddress();
  const query = useQuery(standingsDocument, filterOf(view));
  const columns = query.data ? columnsOf(query.data.brandAnalytics) : [];
  const { sort, setSort } = useListParams(orders, { order: 'SHARE', direction: 'DESC' });
  return (
    <Card
      id="standings"
      title="Companies side by side"
      note="With 95% intervals for prompts like these. Sentiment and position are of the answers that mention a company."
      query={query}
      rowsOf={({ brandAnalytics }) => brandAnalytics.shareOfVoice.entries}
      columns={columns}
      sort={sort}
      onSort={setSort}
      noun="companies"
      empty={({ brandAnalytics }) => brandAnalytics.shareOfVoice.allMentions === 0 && namesNobody}
      footer={
        view.compare !== 'none' &&
        query.data?.brandAnalytics.breakdown.data.some(({ change }) => change?.isSignificant) && <TestedAlone />
      }
    />
  );
}

const orders = ['SHARE', 'PROMPTS', 'SENTIMENT', 'POSITION'].map((order) => ({ order }));

function columnsOf(standing: Standing): readonly Column<Standing['shareOfVoice']['entries'][number]>[] {
  const { totals, shareOfVoice, breakdown } = standing;
  const changes = new Map(breakdown.data.map(({ key, change }) => [key.company, change]));
  return [
    {
      label: 'Company',
      value: ({ name }) => name,
      cell: ({ name, isBrand }) =>
        isBrand ? <strong>{name}</strong> : <Link to={{ page: 'competitor', company: name }}>{name}</Link>,
    },
    {
      label: 'Share of voice',
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
      label: 'Visibility',
      help: 'Share of answers that mention the company',
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
      label: 'Change of visibility',
      help: 'From the window compared with.',
      isChange: true,
      cell: ({ name }) => {
        const change = changes.get(name);
        return change ? <Change change={change} /> : none;
      },
      values: { 'Change of visibility': ({ name }) => changes.get(name)?.difference ?? null },
    },
    { label: 'Prompts', order: 'PROMPTS', value: ({ prompts }) => prompts },
    {
      label: 'Sentiment',
      help: 'Share of the assessed mentions that are positive',
      isText: true,
      order: 'SENTIMENT',
      cell: ({ name, sentiment }) => <SentimentBar company={name} counts={sentiment} />,
      values: {
        'Positive share': ({ sentiment }) => sentiment.positiveShare,
        Positive: ({ sentiment }) => sentiment.positive,
        Neutral: ({ sentiment }) => sentiment.neutral,
        Negative: ({ sentiment }) => sentiment.negative,
        Mixed: ({ sentiment }) => sentiment.mixed,
      },
    },
    {
      label: 'Position',
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

const labels = ['positive', 'neutral', 'mixed', 'negative'] as const;
type SentimentCounts = Readonly<Record<(typeof labels)[number], number>>;

/** Says so if no mention was assessed. */
function SentimentBar({ company, counts }: { readonly company: string; readonly counts: SentimentCounts }) {
  const all = labels.reduce((sum, label) => sum + counts[label], 0);
  if (all === 0) return <span class="quiet">not assessed</span>;
  const text = labels.map((label) => `${counts[label]} ${label}`).join(', ');
  return (
    <span class="sentiment" title={text}>
      <span>
        <AnswersLink count={counts.positive} of={{ company, sentiment: 'POSITIVE' }}>
          {percent(counts.positive / all)}
        </AnswersLink>{' '}
        <small class="quiet">
          of {all}
          {counts.negative > 0 && (
            <>
              {', '}
              <AnswersLink count={counts.negative} of={{ company, sentiment: 'NEGATIVE' }}>
                {whole(counts.negative)} negative
              </AnswersLink>
            </>
          )}
        </small>
      </span>
      <span class="sentiment-bar" aria-hidden="true">
        {labels.map((label) => (
          <span key={label} style={{ width: `${(100 * counts[label]) / all}%`, background: `var(--${label})` }} />
        ))}
      </span>
      <span class="visually-hidden">{text}</span>
    </span>
  );
}
