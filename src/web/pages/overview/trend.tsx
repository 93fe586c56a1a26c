// One figure of the brand over time, by day, week or month. A click opens the answers of one element.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { LineChart } from '../../charts/line-chart.js';
import { bucketOf } from '../../data/view.js';
import { Choice } from '../../lists/choice.js';
import { BucketChoice, wordOf } from '../../ui/bucket-choice.js';
import { Card } from '../../ui/card.js';
import { useChartDays } from '../../ui/chart-days.js';
import { dayRange } from '../../ui/format.js';
import { metricOf, metrics } from './metrics.js';

const height = 300;

export function Trend() {
  const { view, params, changeParams } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  const metric = metricOf(params.metric);
  const bucket = bucketOf(view);
  const query = metric.useSeries(view);
  const shown = useChartDays(bucket, query.isLoading);
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
      minHeight={`${height}px`}
      isEmpty={(series) => series.every(({ value }) => value === null)}
      empty={metric.empty}
      hasPicture
      table={(series) => ({
        columns: ['Date', ...metric.columns],
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
          label={`${metric.label} of ${brand} by ${wordOf(shown.bucket)}`}
          dates={series.map(({ date }) => date)}
          bucket={shown.bucket}
          range={shown.range}
          notes={shown.notes}
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
            return [dayRange(shown.daysAt(one.date)), ...one.text];
          }}
          onPick={shown.open}
        />
      )}
    </Card>
  );
}
