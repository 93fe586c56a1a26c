// Visibility per day, with its 95% confidence interval as a band.

import type { Figures } from '../data/analytics.js';
import type { CardParts } from '../ui/card.js';
import { drawDays } from '../ui/day-chart.js';
import { counted, day, interval, percent, weekday, whole } from '../ui/format.js';
import type { Table } from '../ui/table.js';
import { readTheme } from '../ui/theme.js';

/** The maximum of a scale of ratios: some headroom, at most 1. */
export const ratioRange = (_min: number, max: number) => [0, Math.min(1, Math.max(0.1, max * 1.08))] as const;

/** A ratio as an axis label: without decimals. */
export const axisPercent = (value: number) => `${Math.round(value * 100)}%`;

export function visibilityCard({ visibility }: Figures, onPick: (date: string) => void): CardParts {
  const { series } = visibility;
  const theme = readTheme();
  const pick = (index: number) => onPick(series[index]?.date ?? '');
  const describe = (index: number) => {
    const it = series[index];
    if (!it) return [];
    if (it.runs === 0) return [weekday(it.date), 'No answers'];
    return [
      weekday(it.date),
      `Visibility ${percent(it.visibility)}`,
      `${whole(it.mentions)} of ${counted(it.runs, 'answer')}`,
      `95% interval ${interval(it.interval)}`,
    ];
  };
  return {
    id: 'visibility',
    title: 'Visibility',
    note: 'Share of answers that mention the brand, per day. Click a day to read them. The band is the 95% interval.',
    legend: [
      { label: 'Visibility', colour: theme.accent },
      { label: '95% interval', colour: theme.band },
    ],
    table: tableOf(series),
    onPick: pick,
    draw: (host, theme) =>
      drawDays(
        host,
        {
          label: 'Visibility',
          kind: 'line',
          dates: series.map(({ date }) => date),
          lines: [{ label: 'Visibility', colour: theme.accent, values: series.map((each) => each.visibility) }],
          band: {
            low: series.map((each) => each.interval?.low ?? null),
            high: series.map((each) => each.interval?.high ?? null),
          },
          range: () => [0, 1],
          format: axisPercent,
          describe,
          onPick: pick,
        },
        theme,
      ),
  };
}

function tableOf(series: Figures['visibility']['series']): Table {
  return {
    columns: [
      { label: 'Date', format: day },
      { label: 'Visibility', format: percent },
      { label: 'Interval low', format: percent },
      { label: 'Interval high', format: percent },
      { label: 'Mentions', format: whole },
      { label: 'Runs', format: whole },
    ],
    rows: series.map(({ date, visibility, interval, mentions, runs }) => [
      date,
      visibility,
      interval?.low ?? null,
      interval?.high ?? null,
      mentions,
      runs,
    ]),
  };
}
