// Share of voice: of the brand per day, and of every company over the window.

import type { Company, Figures } from '../data/analytics.js';
import { drawBars } from '../ui/bars.js';
import type { CardParts } from '../ui/card.js';
import { drawDays } from '../ui/day-chart.js';
import { counted, day, decimal, interval, percent, weekday, whole } from '../ui/format.js';
import type { Table } from '../ui/table.js';
import { readTheme } from '../ui/theme.js';
import { axisPercent, ratioRange } from './chart-visibility.js';

export function shareByDayCard({ shareOfVoice }: Figures, onPick: (date: string) => void): CardParts {
  const { series } = shareOfVoice;
  const theme = readTheme();
  const pick = (index: number) => onPick(series[index]?.date ?? '');
  const describe = (index: number) => {
    const it = series[index];
    if (!it) return [];
    if (it.allMentions === 0) return [weekday(it.date), 'No company is mentioned'];
    return [
      weekday(it.date),
      `Share of voice ${percent(it.share)}`,
      `${whole(it.mentions)} of ${counted(it.allMentions, 'mention')}`,
      `95% interval ${interval(it.interval)}`,
    ];
  };
  return {
    id: 'share-by-day',
    title: 'Share of voice per day',
    note: 'Share of all mentions that are mentions of the brand, per day, with its 95% interval.',
    legend: [
      { label: 'Share of voice', colour: theme.accent },
      { label: '95% interval', colour: theme.band },
    ],
    table: dayTable(series),
    onPick: pick,
    draw: (host, theme) =>
      drawDays(
        host,
        {
          label: 'Share of voice',
          kind: 'line',
          dates: series.map(({ date }) => date),
          lines: [{ label: 'Share of voice', colour: theme.accent, values: series.map((each) => each.share) }],
          band: {
            low: series.map((each) => each.interval?.low ?? null),
            high: series.map((each) => each.interval?.high ?? null),
          },
          range: ratioRange,
          format: axisPercent,
          describe,
          onPick: pick,
        },
        theme,
      ),
  };
}

export function companiesCard({ shareOfVoice: { entries, allMentions } }: Figures): CardParts {
  return {
    id: 'companies',
    title: 'Share of voice by company',
    note: `Shares of ${counted(allMentions, 'mention')} over the window. The whisker is the 95% interval.`,
    table: companyTable(entries),
    draw: (host, theme) =>
      drawBars(
        host,
        entries.map(({ name, isBrand, share, interval: bounds, mentions }) => ({
          label: name,
          isStrong: isBrand,
          value: share ?? 0,
          bounds,
          text: percent(share),
          title: `${name}: ${share ?? 'no share'}, ${whole(mentions)} of ${counted(allMentions, 'mention')}, 95% interval ${interval(bounds)}`,
        })),
        { theme, label: 'Share of voice by company' },
      ),
  };
}

function dayTable(series: Figures['shareOfVoice']['series']): Table {
  return {
    columns: [
      { label: 'Date', format: day },
      { label: 'Share', format: percent },
      { label: 'Interval low', format: percent },
      { label: 'Interval high', format: percent },
      { label: 'Mentions', format: whole },
      { label: 'All mentions', format: whole },
    ],
    rows: series.map(({ date, share, interval: bounds, mentions, allMentions }) => [
      date,
      share,
      bounds?.low ?? null,
      bounds?.high ?? null,
      mentions,
      allMentions,
    ]),
  };
}

function companyTable(entries: readonly Company[]): Table {
  return {
    columns: [
      { label: 'Company' },
      { label: 'Share', format: percent },
      { label: 'Interval low', format: percent },
      { label: 'Interval high', format: percent },
      { label: 'Mentions', format: whole },
      { label: 'Prompts', format: whole },
      { label: 'Positive', format: percent },
      { label: 'Negative', format: percent },
      { label: 'Position', format: decimal },
    ],
    rows: entries.map((each) => [
      each.name,
      each.share,
      each.interval?.low ?? null,
      each.interval?.high ?? null,
      each.mentions,
      each.prompts,
      each.sentiment.positiveShare,
      each.sentiment.negativeShare,
      each.position.average,
    ]),
  };
}
