// A card with a chart over time: what one element of it is about, which answers an element opens, and what happened in the window.

import type { ComponentChildren } from 'preact';
import type { Params } from '../app/address.js';
import { Link, useAddress } from '../app/navigation.js';
import { LineChart, type LineChartProps } from '../charts/line-chart.js';
import type { ChartNote } from '../charts/line-data.js';
import { dayOf } from '../data/days.js';
import { type Bucket, bucketDays, type Days, spanOf } from '../data/period.js';
import { type Query, useQuery } from '../data/use-query.js';
import { annotationsDocument } from '../documents/overview.js';
import { Choice } from '../lists/choice.js';
import { Card, type CardProps } from './card.js';
import { ExternalLink } from './external-link.js';
import { dayRange } from './format.js';
import { Loaded } from './notice.js';

const buckets = [
  { value: 'DAY', label: 'Day' },
  { value: 'WEEK', label: 'Week' },
  { value: 'MONTH', label: 'Month' },
] as const;

/** So many of the last notes are listed; the chart shows all. */
const maxListed = 5;

/** What the elements of a chart are about, and the window that they are of. */
export type ChartWindow = Pick<LineChartProps, 'bucket' | 'range'>;

interface ChartCardProps<Data, Row> extends Omit<CardProps<Data, Row>, 'actions' | 'children'> {
  readonly query: Query<Data, ChartWindow>;
  /** What an element is about without a choice. */
  readonly usualBucket: Bucket;
  /** Selects among the answers that an element opens. */
  readonly params?: Params;
  /** Selects the figure. */
  readonly choice: ComponentChildren;
  /** The chart of the rows; `daysAt` are the days of the element that begins at a date. */
  readonly chartOf: (
    rows: readonly Row[],
    window: ChartWindow,
    daysAt: (date: string) => Days,
  ) => Omit<LineChartProps, 'bucket' | 'range' | 'onPick' | 'notes'>;
  /** Stands below the chart. */
  readonly children?: ComponentChildren;
}

export function ChartCard<Data, Row>(props: ChartCardProps<Data, Row>) {
  const { usualBucket, params = {}, choice, chartOf, children, query, ...card } = props;
  const { view, changeView, go } = useAddress();
  const notes = useNotes();
  const { bucket: shown, range } = query.of;
  const daysAt = (date: string) => bucketDays(date, shown, range);
  const onPick = (date: string) => {
    const { from, to } = daysAt(date);
    go({ page: 'answers', params: { ...params, day: from, ...(to === from ? {} : { until: to }) } });
  };
  return (
    <Card
      {...card}
      query={query}
      actions={
        <>
          {choice}
          <Choice
            label="One point a"
            options={buckets}
            value={view.bucket ?? usualBucket}
            onChange={(chosen) => changeView({ bucket: chosen === usualBucket ? null : chosen })}
          />
        </>
      }
    >
      {(_, rows) => (
        <>
          <LineChart {...chartOf(rows, query.of, daysAt)} {...query.of} onPick={onPick} notes={notes.data ?? []} />
          {children}
          <Loaded query={notes} loading={null}>
            {(all) => <Notes notes={all} range={range} />}
          </Loaded>
        </>
      )}
    </Card>
  );
}

function useNotes(): Query<readonly ChartNote[]> {
  const { brand, period, timeZone } = useAddress().view;
  const query = useQuery(annotationsDocument, { brandId: brand, ...spanOf(period, timeZone) });
  const notes = query.data?.brandAnalytics.annotations.map(({ at, until, text, url }) => {
    const [from, end] = [Date.parse(at), until === null ? null : Date.parse(until) - 1];
    return { from: dayOf(from, timeZone), to: dayOf(end ?? from, timeZone), text, url };
  });
  return { ...query, data: notes ?? null };
}

/** What happened, each with the figures after it beside those of as many days before. */
function Notes({ notes, range }: Pick<LineChartProps, 'notes' | 'range'>) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.slice(-maxListed).map((note) => (
        <li key={JSON.stringify(note)}>
          <span class="quiet">{dayRange(note)}</span>{' '}
          {note.url ? <ExternalLink href={note.url}>{note.text}</ExternalLink> : note.text}{' '}
          <Link
            to={{ page: 'overview', view: { period: { from: note.from, to: range.to }, compare: 'previous' } }}
            title={`${dayRange({ from: note.from, to: range.to })}, compared with as many days before`}
            aria-label={`Before and after: ${note.text}`}
          >
            Before and after
          </Link>
        </li>
      ))}
    </ul>
  );
}
