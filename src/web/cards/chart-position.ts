// The average position of the brand in the answers of each day; 1 is named first, and is at the top.

import type { Figures } from '../data/analytics.js';
import type { CardParts } from '../ui/card.js';
import { drawDays } from '../ui/day-chart.js';
import { counted, day, decimal, weekday, whole } from '../ui/format.js';
import { readTheme } from '../ui/theme.js';

export function positionCard({ position: { series } }: Figures, onPick: (date: string) => void): CardParts {
  const pick = (index: number) => onPick(series[index]?.date ?? '');
  const describe = (index: number) => {
    const it = series[index];
    if (!it) return [];
    if (it.average === null) return [weekday(it.date), 'No position'];
    return [weekday(it.date), `Average position ${decimal(it.average)}`, `Over ${counted(it.positions, 'mention')}`];
  };
  return {
    id: 'position',
    title: 'Position',
    note: 'Average position of the brand among the companies named in an answer, per day. 1 is named first.',
    legend: [{ label: 'Average position', colour: readTheme().accent }],
    onPick: pick,
    table: {
      columns: [
        { label: 'Date', format: day },
        { label: 'Average position', format: decimal },
        { label: 'Mentions with a position', format: whole },
      ],
      rows: series.map(({ date, average, positions }) => [date, average, positions]),
    },
    draw: (host, theme) =>
      drawDays(
        host,
        {
          label: 'Position',
          kind: 'line',
          isDownward: true,
          dates: series.map(({ date }) => date),
          lines: [{ label: 'Average position', colour: theme.accent, values: series.map((each) => each.average) }],
          range: (_min, max) => [0.8, Math.max(2, Math.ceil(max + 0.2))],
          format: (value) => (value < 1 ? '' : String(Math.round(value * 10) / 10)),
          describe,
          onPick: pick,
        },
        theme,
      ),
  };
}
