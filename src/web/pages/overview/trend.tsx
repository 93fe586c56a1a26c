// One figure over the window, as a line: of the brand, or of the answers to one prompt.

import { useBrand } from '../../app/catalog.js';
import { useAddress } from '../../app/navigation.js';
import { slotsOf } from '../../charts/line-data.js';
import type { Days } from '../../data/period.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, usualBucket } from '../../data/view.js';
import { tilesDocument } from '../../documents/overview.js';
import { ParamChoice, readChoice } from '../../lists/choice.js';
import { ChartCard, type ChartWindow } from '../../ui/chart-card.js';
import { axisPercent, day, dayRange, word } from '../../ui/format.js';
import { noAnswer } from '../../ui/notice.js';
import { columnsOf, type Element, metrics, useSeries } from './metrics.js';

const height = 320;

/** The line, and behind it that of the window compared with. */
export function Trend({ promptId = '' }: { readonly promptId?: string }) {
  const { view, params } = useAddress();
  const brand = useBrand()?.name ?? 'the brand';
  const metric = readChoice(metrics, params.metric);
  const tiles = useQuery(tilesDocument, filterOf(view, promptId));
  const usual = usualBucket(view, tiles.data?.brandAnalytics.totals.runs ?? null);
  const bucket = view.bucket ?? usual;
  const query = useSeries(metric, view, bucket, promptId);
  const compared = comparedOf(view);
  const before = useSeries(metric, { ...view, period: compared ?? view.period }, bucket, promptId);
  const isOfSame = before.isOfBefore === query.isOfBefore;
  const earlier = compared && isOfSame && before.data ? { days: before.of.range, series: before.data } : null;
  return (
    <ChartCard
      id="trend"
      title={`${metric.label} over time`}
      note={metric.note(brand)}
      query={query}
      rowsOf={(series) => series}
      columns={columnsOf(metric)}
      minHeight={`${height}px`}
      empty={(series) => series.every(({ value }) => value === null) && (metric.empty ?? noAnswer(view))}
      usualBucket={usual}
      params={promptId ? { prompt: promptId } : {}}
      choice={<ParamChoice label="Figure" name="metric" options={metrics} />}
      chartOf={(series, window, daysAt) => {
        const past = pastOf(series, window, earlier);
        const values = past.map((each) => each?.value ?? null);
        const before = { label: earlier ? dayRange(earlier.days) : '', isEarlier: true, values };
        const line = {
          label: brand,
          isBrand: true,
          values: series.map(({ value }) => value),
          counts: series.map(({ count }) => count),
          bounds: series.map(({ bounds }) => bounds),
        };
        return {
          label: `${metric.label} of ${brand} by ${word(window.bucket)}`,
          dates: series.map(({ date }) => date),
          lines: values.some((value) => value !== null) ? [before, line] : [line],
          format: metric.format ?? axisPercent,
          ...(metric.scale ?? { low: 0 }),
          unit: metric.value === 'visibility' ? 'answers' : 'mentions',
          height,
          describe: (index) => {
            const [one, other] = [series[index], past[index]];
            const earlierText = other ? [`${day(other.date)}: ${other.text[0]}`] : [];
            return one ? [dayRange(daysAt(one.date)), ...one.text, ...earlierText] : [];
          },
        };
      }}
    />
  );
}

/** Of each element, that of the window compared with which is as far from its start: a series may begin with the first answer. */
function pastOf(
  series: readonly Element[],
  { bucket, range }: ChartWindow,
  earlier: { readonly days: Days; readonly series: readonly Element[] } | null,
): readonly (Element | null)[] {
  if (!earlier) return series.map(() => null);
  const datesOf = (elements: readonly Element[]) => elements.map(({ date }) => date);
  const before = slotsOf(datesOf(earlier.series), bucket, earlier.days);
  const places = slotsOf(datesOf(series), bucket, range).flatMap(({ at }, place) => (at === null ? [] : [place]));
  return places.map((place) => earlier.series[before[place]?.at ?? -1] ?? null);
}
