// One figure of the brand over time, by day, week or month. A click opens the answers of one element.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { LineChart } from '../../charts/line-chart.js';
import { bucketDays, daysOf } from '../../data/period.js';
import { bucketOf } from '../../data/view.js';
import { Choice } from '../../lists/choice.js';
import { BucketChoice, wordOf } from '../../ui/bucket-choice.js';
import { Card } from '../../ui/card.js';
import { dayRange } from '../../ui/format.js';
import { metricOf, metrics } from './metrics.js';

const height = 300;

export function Trend() {
  const { view, params, changeParams, go } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  const metric = metricOf(params.metric);
  const bucket = bucketOf(view);
  const range = daysOf(view.period, view.timeZone);
  const query = metric.useSeries(view);
  const choice = (
    <Choice
      label="Figure"
      options={metrics.map(({ id, label }) => ({ value: id, label }))}
      value={metric.id}
      onChange={(value) => changeParams({ metric: value === 'visibility' ? undefined : value })}
    />
  );
  return (
    <Card
      id="trend"
      size="wide"
      title={`${metric.label} over time`}
      note={`${metric.note(brand)} Click a ${wordOf(bucket)} to read its answers.`}
      query={query}
      room={`${height}px`}
      isEmpty={(series) => series.every(({ value }) => value === null)}
      empty={metric.empty}
      hasPicture
      table={(series) => ({
        columns: ['Date', ...metric.columns].map((label) => ({ label })),
        rows: series.map(({ date, value, extras }) => [date, value, ...extras]),
      })}
      actions={
        <>
          {choice}
          <BucketChoice />
        </>
      }
    >
      {(series) => (
        <LineChart
          label={`${metric.label} of ${brand} by ${wordOf(bucket)}`}
          dates={series.map(({ date }) => date)}
          bucket={bucket}
          range={range}
          lines={[
            {
              id: metric.id,
              label: brand,
              isBrand: true,
              values: series.map(({ value }) => value),
              bounds: series.map(({ bounds }) => bounds),
            },
          ]}
          format={metric.format}
          {...metric.scale}
          height={height}
          describe={(index) => {
            const one = series[index];
            if (!one) return [];
            return [dayRange(bucketDays(one.date, bucket, range)), ...one.text];
          }}
          onPick={(index) => {
            const date = series[index]?.date;
            if (!date) return;
            const { from, to } = bucketDays(date, bucket, range);
            go({ page: 'answers', params: { day: from, ...(to === from ? {} : { until: to }) } });
          }}
        />
      )}
    </Card>
  );
}
