// The figures that the overview draws over time: what each asks, and how it reads.

import type { Query } from '../../data/use-query.js';
import { useQuery } from '../../data/use-query.js';
import { bucketOf, runsOf, type View } from '../../data/view.js';
import {
  positionTrendDocument,
  sentimentTrendDocument,
  shareTrendDocument,
  visibilityTrendDocument,
} from '../../documents/trend.js';
import { axisPercent, counted, decimal, interval, none, percent, whole } from '../../ui/format.js';

export interface Element {
  readonly date: string;
  readonly value: number | null;
  readonly bounds: { readonly low: number; readonly high: number } | null;
  /** How many answers or mentions it is of. */
  readonly count: number;
  /** What the tooltip says. */
  readonly text: readonly string[];
  /** Further columns of the CSV file. */
  readonly extras: readonly (number | null)[];
}

interface Metric {
  readonly id: 'visibility' | 'share' | 'position' | 'sentiment';
  readonly label: string;
  readonly note: (brand: string) => string;
  readonly empty: string;
  readonly format: (value: number) => string;
  readonly scale: { readonly low?: number; readonly high?: number; readonly isDownward?: boolean };
  /** Columns of the CSV file: the figure, then what it is of. */
  readonly columns: readonly string[];
  readonly useSeries: (view: View, promptId: string) => Query<readonly Element[]>;
}

const variables = (view: View, promptId: string) => {
  return { ...runsOf(view, promptId), timeZone: view.timeZone, bucket: bucketOf(view, promptId !== '') };
};

/** The same answer in another form. */
function map<From, To>(query: Query<From>, change: (data: From) => To): Query<To> {
  return { ...query, data: query.data === null ? null : change(query.data) };
}

const own = 'The band is the 95% interval of these answers; points of fewer than ten are hollow.';
const ratio = { format: axisPercent, scale: { low: 0 } };

const visibility: Metric = {
  id: 'visibility',
  label: 'Visibility',
  note: (brand) => `Share of answers that mention ${brand}. ${own}`,
  empty: 'No answers were recorded in this window.',
  ...ratio,
  columns: ['Visibility', 'Interval low', 'Interval high', 'Mentions', 'Answers'],
  useSeries: (view, promptId) =>
    map(useQuery(visibilityTrendDocument, variables(view, promptId)), ({ brandAnalytics }) =>
      brandAnalytics.visibility.series.map(({ date, visibility: value, runs, mentions, interval: bounds }) => ({
        date,
        value,
        bounds,
        count: runs,
        text:
          value === null
            ? ['No answers']
            : [
                `Visibility ${percent(value)}`,
                `${whole(mentions)} of ${counted(runs, 'answer')}`,
                `95% interval ${interval(bounds)}`,
              ],
        extras: [bounds?.low ?? null, bounds?.high ?? null, mentions, runs],
      })),
    ),
};

const share: Metric = {
  id: 'share',
  label: 'Share of voice',
  note: (brand) => `Mentions of ${brand} among the mentions of all companies. ${own}`,
  empty: 'No company was mentioned in this window.',
  ...ratio,
  columns: ['Share of voice', 'Interval low', 'Interval high', 'Mentions', 'All mentions'],
  useSeries: (view, promptId) =>
    map(useQuery(shareTrendDocument, variables(view, promptId)), ({ brandAnalytics }) =>
      brandAnalytics.shareOfVoice.series.map(({ date, share: value, mentions, allMentions, interval: bounds }) => ({
        date,
        value,
        bounds,
        count: allMentions,
        text:
          value === null
            ? ['No mentions']
            : [
                `Share of voice ${percent(value)}`,
                `${whole(mentions)} of ${counted(allMentions, 'mention')}`,
                `95% interval ${interval(bounds)}`,
              ],
        extras: [bounds?.low ?? null, bounds?.high ?? null, mentions, allMentions],
      })),
    ),
};

const position: Metric = {
  id: 'position',
  label: 'Position',
  note: (brand) => `Mean position of ${brand} among the companies that an answer names; 1, at the top, is first.`,
  empty: 'No mention in this window has a position.',
  format: (value) => String(value),
  scale: { low: 1, isDownward: true },
  columns: ['Position', 'Mentions with a position', 'Mentions'],
  useSeries: (view, promptId) =>
    map(useQuery(positionTrendDocument, variables(view, promptId)), ({ brandAnalytics }) =>
      brandAnalytics.position.series.map(({ date, average, positions, mentions }) => ({
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
    ),
};

const sentiment: Metric = {
  id: 'sentiment',
  label: 'Sentiment',
  note: (brand) => `Share of the assessed mentions of ${brand} that are positive.`,
  empty: 'No mention in this window has a sentiment. Answers carry one if the recorder is given assessments.',
  ...ratio,
  columns: ['Positive share', 'Positive', 'Neutral', 'Negative', 'Mixed'],
  useSeries: (view, promptId) =>
    map(useQuery(sentimentTrendDocument, variables(view, promptId)), ({ brandAnalytics }) =>
      brandAnalytics.sentiment.series.map(({ date, positive, neutral, negative, mixed }) => {
        const all = positive + neutral + negative + mixed;
        const value = all === 0 ? null : positive / all;
        return {
          date,
          value,
          bounds: null,
          count: all,
          text:
            value === null
              ? [`Sentiment ${none}`]
              : [
                  `Positive ${percent(value)}`,
                  `${positive} positive, ${neutral} neutral, ${mixed} mixed, ${negative} negative`,
                ],
          extras: [positive, neutral, negative, mixed],
        };
      }),
    ),
};

export const metrics: readonly Metric[] = [visibility, share, position, sentiment];

/** The metric of a name; visibility without one. */
export const metricOf = (id: string | undefined): Metric => metrics.find((metric) => metric.id === id) ?? visibility;
