// The sentiment of each day's answers that mention the brand: the shares of the four labels, stacked to 100%.

import type { Figures } from '../data/analytics.js';
import type { CardParts } from '../ui/card.js';
import { drawDays } from '../ui/day-chart.js';
import { counted, day, percent, weekday, whole } from '../ui/format.js';
import { readTheme } from '../ui/theme.js';
import { axisPercent } from './chart-visibility.js';

/** From the bottom of the stack to the top. */
const labels = ['positive', 'neutral', 'mixed', 'negative'] as const;
const title = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);
const labelled = (of: Record<(typeof labels)[number], number>) => labels.reduce((sum, label) => sum + of[label], 0);

export function sentimentCard({ sentiment: { series } }: Figures, onPick: (date: string) => void): CardParts {
  const theme = readTheme();
  const pick = (index: number) => onPick(series[index]?.date ?? '');
  const describe = (index: number) => {
    const it = series[index];
    if (!it) return [];
    const all = labelled(it);
    if (all === 0) return [weekday(it.date), 'No mention has a sentiment'];
    const shares = labels.map((label) => `${title(label)} ${percent(it[label] / all)} (${it[label]})`);
    return [weekday(it.date), ...shares, `Of ${counted(all, 'mention with a sentiment', 'mentions with a sentiment')}`];
  };
  const stacked = labels.map((label, index) => ({
    label: title(label),
    values: series.map((each) => {
      const below = labels.slice(0, index + 1).reduce((sum, one) => sum + each[one], 0);
      return labelled(each) === 0 ? null : below / labelled(each);
    }),
  }));
  return {
    id: 'sentiment',
    title: 'Sentiment',
    note: 'Sentiment of the answers that mention the brand, per day.',
    legend: labels.map((label) => ({ label: title(label), colour: theme[label] })),
    onPick: pick,
    table: {
      columns: [{ label: 'Date', format: day }, ...labels.map((label) => ({ label: title(label), format: whole }))],
      rows: series.map((each) => [each.date, ...labels.map((label) => each[label])]),
    },
    draw: (host, theme) =>
      drawDays(
        host,
        {
          label: 'Sentiment',
          kind: 'bars',
          dates: series.map(({ date }) => date),
          lines: stacked.map((line, index) => ({ ...line, colour: theme[labels[index] ?? 'neutral'] })).reverse(),
          range: () => [0, 1],
          format: axisPercent,
          describe,
          onPick: pick,
        },
        theme,
      ),
  };
}
