// The figures that the overview draws over time: what each asks, and how it reads.

import type { Bucket } from '../../data/period.js';
import { useQuery } from '../../data/use-query.js';
import { runsOf, type View, windowOf } from '../../data/view.js';
import type { TrendQuery } from '../../documents/generated/overview.js';
import { trendOf } from '../../documents/overview.js';
import type { Column } from '../../lists/column.js';
import { type Bounds, interval } from '../../ui/bounds.js';
import { counted, decimal, percent, whole } from '../../ui/format.js';
import { namesNobody } from '../../ui/notice.js';

export interface Element {
  readonly date: string;
  readonly value: number | null;
  readonly bounds: Bounds | null;
  /** How many answers or mentions it is of. */
  readonly count: number;
  /** What the tooltip says. */
  readonly text: readonly string[];
  /** Further columns of the CSV file. */
  readonly extras: readonly (number | null)[];
}

interface Metric {
  readonly value: Parameters<typeof trendOf>[0];
  readonly label: string;
  readonly note: (brand: string) => string;
  /** What is said without a figure; default: that there are no answers. */
  readonly empty?: string;
  /** Default: a ratio. */
  readonly format?: (value: number) => string;
  readonly scale?: { readonly low: number; readonly isDownward?: boolean };
  /** Columns of the CSV file: the figure, then what it is of. */
  readonly names: readonly string[];
  readonly elementsOf: (figures: TrendQuery['brandAnalytics']) => readonly Element[];
}

/** The columns of the CSV file. */
export const columnsOf = ({ names }: Metric): readonly Column<Element>[] => [
  { label: 'Date', value: ({ date }) => date },
  ...names.map((label, at) => ({
    label,
    value: ({ value, extras }: Element) => (at === 0 ? value : (extras[at - 1] ?? null)),
  })),
];

/** The elements of a figure in a view. */
export function useSeries(metric: Metric, view: View, bucket: Bucket, promptId: string) {
  const variables = { ...runsOf(view, promptId), timeZone: view.timeZone, bucket };
  const query = useQuery(trendOf(metric.value), variables, { bucket, range: windowOf(view) });
  return { ...query, data: query.data && metric.elementsOf(query.data.brandAnalytics) };
}

interface Share extends Pick<Element, 'date' | 'value' | 'count'> {
  readonly interval: Bounds | null;
  readonly mentions: number;
}

/** An element of a share of answers or of mentions: its tooltip, and columns. */
function shareOf({ date, value, count, interval: bounds, mentions }: Share, name: string, noun: string): Element {
  const text = [`${name} ${percent(value)}`, `${whole(mentions)} of ${counted(count, noun)}`];
  return {
    date,
    value,
    bounds,
    count,
    text: value === null ? [`No ${noun}s`] : [...text, `95% interval ${interval(bounds)}`],
    extras: [bounds?.low ?? null, bounds?.high ?? null, mentions, count],
  };
}

/** As options of a choice, visibility first. */
export const metrics: readonly Metric[] = [
  {
    value: 'visibility',
    label: 'Visibility',
    note: (brand) => `Share of answers that mention ${brand}.`,
    names: ['Visibility', 'Interval low', 'Interval high', 'Mentions', 'Answers'],
    elementsOf: (figures) =>
      figures.visibility.series.map((each) =>
        shareOf({ ...each, value: each.visibility, count: each.runs }, 'Visibility', 'answer'),
      ),
  },
  {
    value: 'share',
    label: 'Share of voice',
    note: (brand) => `Mentions of ${brand} among the mentions of all companies.`,
    empty: namesNobody,
    names: ['Share of voice', 'Interval low', 'Interval high', 'Mentions', 'All mentions'],
    elementsOf: (figures) =>
      figures.shareOfVoice.series.map((each) =>
        shareOf({ ...each, value: each.share, count: each.allMentions }, 'Share of voice', 'mention'),
      ),
  },
  {
    value: 'position',
    label: 'Position',
    note: (brand) => `Mean position of ${brand} among the companies that an answer names; 1, at the top, is first.`,
    empty: 'None of these mentions has a position.',
    format: String,
    scale: { low: 1, isDownward: true },
    names: ['Position', 'Mentions with a position', 'Mentions'],
    elementsOf: (figures) =>
      figures.position.series.map(({ date, average, positions, mentions }) => ({
        date,
        value: average,
        bounds: null,
        count: positions,
        text:
          average === null
            ? ['No position']
            : [`Position ${decimal(average)}`, `mean of ${counted(positions, 'mention')}`],
        extras: [positions, mentions],
      })),
  },
  {
    value: 'sentiment',
    label: 'Sentiment',
    note: (brand) => `Share of the assessed mentions of ${brand} that are positive.`,
    empty: 'None of these mentions has a sentiment. Answers carry one if the recorder is given assessments.',
    names: ['Positive share', 'Positive', 'Neutral', 'Negative', 'Mixed'],
    elementsOf: (figures) =>
      figures.sentiment.series.map(({ date, positive, neutral, negative, mixed }) => {
        const all = positive + neutral + negative + mixed;
        const counts = `${positive} positive, ${neutral} neutral, ${mixed} mixed, ${negative} negative`;
        return {
          date,
          value: all === 0 ? null : positive / all,
          bounds: null,
          count: all,
          text: all === 0 ? ['No assessed mentions'] : [`Positive ${percent(positive / all)}`, counts],
          extras: [positive, neutral, negative, mixed],
        };
      }),
  },
];
