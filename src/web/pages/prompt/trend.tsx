// Visibility with one prompt over the window.

import { useAddress } from '../../app/navigation.js';
import { LineChart } from '../../charts/line-chart.js';
import { bucketDays, daysOf } from '../../data/period.js';
import { BucketChoice } from '../../ui/bucket-choice.js';
import { Card } from '../../ui/card.js';
import { axisPercent, counted, dayRange, interval, percent, whole } from '../../ui/format.js';
import { promptBucket } from './prompt-bucket.js';
import type { PromptQuery } from './prompt-query.js';

interface TrendProps {
  readonly query: PromptQuery;
  readonly promptId: string;
}

export function TrendCard({ query, promptId }: TrendProps) {
  const { view, go } = useAddress();
  const bucket = promptBucket(view);
  const range = daysOf(view.period, view.timeZone);
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
        columns: ['Date', 'Visibility', 'Interval low', 'Interval high', 'Mentions', 'Answers'].map((label) => ({
          label,
        })),
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
        const daysAt = (index: number) => bucketDays(series[index]?.date ?? range.to, bucket, range);
        return (
          <LineChart
            label="Visibility"
            dates={series.map(({ date }) => date)}
            bucket={bucket}
            range={range}
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
              if (!it || it.runs === 0) return [dayRange(daysAt(index)), 'No answers'];
              return [
                dayRange(daysAt(index)),
                `Visibility ${percent(it.visibility)}`,
                `${whole(it.mentions)} of ${counted(it.runs, 'answer')}`,
                `95% interval ${interval(it.interval)}`,
              ];
            }}
            onPick={(index) => {
              const { from, to } = daysAt(index);
              go({ page: 'answers', params: { prompt: promptId, day: from, ...(to === from ? {} : { until: to }) } });
            }}
          />
        );
      }}
    </Card>
  );
}
