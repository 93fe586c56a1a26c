// The figures of a prompt, each with what it is of, and how sure it is.

import type { ComponentChildren } from 'preact';
import { Link } from '../../app/navigation.js';
import { Card } from '../../ui/card.js';
import { Difference } from '../../ui/change.js';
import { counted, decimal, interval, none, percent, whole } from '../../ui/format.js';
import type { PromptQuery } from './prompt-query.js';

interface FiguresProps {
  readonly query: PromptQuery;
  readonly promptId: string;
}

type Analytics = NonNullable<PromptQuery['data']>['prompt']['analytics'];

export function FiguresCard({ query, promptId }: FiguresProps) {
  return (
    <Card
      id="figures"
      size="wide"
      title="This prompt in figures"
      query={query}
      isEmpty={({ prompt }) => prompt.analytics.totals.runs === 0}
      empty="This prompt has no answers in this window."
      table={({ prompt }) => tableOf(prompt.analytics)}
      hasPicture
    >
      {({ prompt: { analytics } }) => <Figures analytics={analytics} promptId={promptId} />}
    </Card>
  );
}

function Figures({ analytics, promptId }: { readonly analytics: Analytics; readonly promptId: string }) {
  const { visibility, position, sentiment, totals } = analytics;
  const before = analytics.previous?.visibility.runs ? analytics.previous : null;
  const labelled = sentiment.positive + sentiment.neutral + sentiment.negative + sentiment.mixed;
  return (
    <dl class="facts">
      <Fact
        label="Visibility"
        exact={visibility.current}
        value={
          <Link to={{ page: 'answers', params: { prompt: promptId, outcome: 'MENTIONED' } }}>
            {percent(visibility.current)}
          </Link>
        }
        basis={`${whole(visibility.mentions)} of ${counted(visibility.runs, 'answer')}. Asked again in the same way: ${interval(visibility.interval)} (95% interval).`}
        change={<Difference now={visibility.current} before={before?.visibility.current} format={percent} />}
      />
      <Fact
        label="Position"
        exact={position.average}
        value={position.average === null ? none : decimal(position.average)}
        basis={
          position.positions > 0
            ? `mean of ${counted(position.positions, 'answer')} with a position`
            : 'no answer has a position'
        }
        change={
          <Difference now={position.average} before={before?.position.average} format={decimal} betterIs="lower" />
        }
      />
      <Fact
        label="Positive"
        exact={sentiment.positiveShare}
        value={percent(sentiment.positiveShare)}
        basis={
          labelled > 0
            ? `${whole(sentiment.positive)} of ${counted(labelled, 'answer')} with a sentiment`
            : 'no answer has a sentiment'
        }
        change={<Difference now={sentiment.positiveShare} before={before?.sentiment.positiveShare} format={percent} />}
      />
      <Fact
        label="Citations"
        exact={totals.citations}
        value={whole(totals.citations)}
        basis={`of ${counted(totals.uniqueDomains, 'domain')}`}
        change={<Difference now={totals.citations} before={before?.totals.citations} format={whole} />}
      />
    </dl>
  );
}

interface FactProps {
  readonly label: string;
  readonly exact: number | null;
  readonly value: ComponentChildren;
  readonly basis: string;
  readonly change: ComponentChildren;
}

function Fact({ label, exact, value, basis, change }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd title={exact === null ? 'No data' : String(exact)}>{value}</dd>
      <dd class="quiet">{basis}</dd>
      <dd class="quiet">{change}</dd>
    </div>
  );
}

function tableOf({ visibility, position, sentiment, totals }: Analytics) {
  return {
    columns: [
      'Answers',
      'Mentions',
      'Visibility',
      'Interval low',
      'Interval high',
      'Position',
      'Positive share',
      'Citations',
    ],
    rows: [
      [
        visibility.runs,
        visibility.mentions,
        visibility.current,
        visibility.interval?.low ?? null,
        visibility.interval?.high ?? null,
        position.average,
        sentiment.positiveShare,
        totals.citations,
      ],
    ],
  };
}
