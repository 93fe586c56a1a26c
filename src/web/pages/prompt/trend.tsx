// Visibility with one prompt over the window.

import { useAddress } from '../../app/navigation.js';
import { LineChart } from '../../charts/line-chart.js';
import { BucketChoice } from '../../ui/bucket-choice.js';
import { Card } from '../../ui/card.js';
import { useChartDays } from '../../ui/chart-days.js';
import { axisPercent, counted, dayRange, interval, percent, whole } from '../../ui/format.js';
import { promptBucket } from './prompt-bucket.js';
import type { PromptQuery } from './prompt-query.js';

interface TrendProps {
  readonly query: PromptQuery;
  readonly promptId: string;
}

export function TrendCard({ query, promptId }: TrendProps) {
  const { view } = useAddress();
  const { bucket, range, daysAt, open, notes } = useChartDays(promptBucket(view), query.isLoading, {
    prompt: promptId,
  });
  return (
    <Card
      id="trend"
      size="wide"
      title="Visibility over time"
      note="Share of the answers to this prompt that name the brand. The band is the 95% interval. Click a point to read its answers."
      actions={<BucketChoice usual={promptBucket({ ...view, bucket: null })} />}
      query={query}
      isEmpty={({ prompt }) => prompt.analytics.totals.runs === 0}
      empty="This prompt has no answers in this window."
      table={({ prompt }) => ({
        columns: ['Date', 'Visibility', 'Interval low', 'Interval high', 'Mentions', 'Answers'],
        rows: prompt.analytics.visibility.series.map((each) => [
          each.date,
          each.visibility,
          each.interval?.low ?? null,
          each.interval?.high ?? null,
          each.mentions,
          each.runs,
        ]),
      })}
      hasPicture
    >
      {({ prompt }) => {
        const { series } = prompt.analytics.visibility;
        return (
          <LineChart
            label="Visibility"
            dates={series.map(({ date }) => date)}
            bucket={bucket}
            range={range}
            notes={notes}
            lines={[
              {
                id: 'visibility',
                label: 'Visibility',
                isBrand: true,
                values: series.map(({ visibility }) => visibility),
                bounds: series.map((each) => each.interval),
              },
            ]}
            low={0}
            high={1}
            format={axisPercent}
            describe={(index) => {
              const it = series[index];
              if (!it) return [];
              if (it.runs === 0) return [dayRange(daysAt(it.date)), 'No answers'];
              return [
                dayRange(daysAt(it.date)),
                `Visibility ${percent(it.visibility)}`,
                `${whole(it.mentions)} of ${counted(it.runs, 'answer')}`,
                `95% interval ${interval(it.interval)}`,
              ];
            }}
            onPick={open}
          />
        );
      }}
    </Card>
  );
}
