// What the stage `clickhouse` measured, for RESULTS.md.

import type { Reading } from '../compare.js';
import { megabytes, round, table } from '../markdown.js';
import type { Target } from '../target.js';
import type { BreakdownComparison } from './breakdowns.js';
import { names } from './contestants.js';
import type { ClickHouseReadings } from './stage.js';

/** The section of the report. */
export function clickHouseSection({ runs, version, readings, breakdowns = [], bytes }: ClickHouseReadings): string {
  const contestants = ['tiles', names.days, names.plain];
  const rows = questionsOf(readings).map(({ filter, days }) => [
    `${filter}, ${days} ${days === 1 ? 'day' : 'days'}`,
    ...contestants.map((name) => {
      const timing = find(readings, name, { filter, days })?.timing;
      return timing ? `${round(timing.median)} (${round(timing.p95)})` : '';
    }),
    `${round(bestRatio(readings, { filter, days }))} ×`,
  ]);
  const sizes = Object.entries(bytes).map(([name, size]) => `${name} ${megabytes(size)}`);
  return [
    `## ClickHouse, ${runs.toLocaleString('en')} runs`,
    `ClickHouse ${version} in the process of the benchmark, through \`chdb\`, with as many threads as there are processors; one statement for each question. _By day_: rows for each day, model and tag, and for all models and all runs, with exact \`groupBitmap\` states; the parts of days at the edges of a window come from the runs. _Arrays_: the runs alone. Megabytes of the tables: ${sizes.join(', ')}.`,
    table(['', ...contestants, 'the faster ClickHouse / tiles'], rows),
    'Breakdowns of 90 days, all rows:',
    table(['', 'rows', ...contestants, 'the faster ClickHouse / tiles'], breakdowns.map(breakdownRow)),
  ].join('\n\n');
}

/** Tiles are compared with whichever table of ClickHouse answers faster. */
export function clickHouseTargets(stages: readonly ClickHouseReadings[]): readonly Target[] {
  const readings = stages.at(-1)?.readings ?? [];
  const target = (filter: string, days: number, bound: number): Target => ({
    what: `${days} days, ${filter}: tiles against ClickHouse’s best`,
    bound: ['≥', bound],
    unit: '×',
    value: bestRatio(readings, { filter, days }),
  });
  const breakdowns = (stages.at(-1)?.breakdowns ?? []).map(
    (each): Target => ({
      what: `90 days, ${each.name}: tiles against ClickHouse’s best`,
      bound: ['≥', 4],
      unit: '×',
      value: breakdownRatio(each),
    }),
  );
  const lengths = [90, 365];
  return [
    ...lengths.map((days) => target('no filter', days, 8)),
    ...lengths.map((days) => target('one tag', days, 4)),
    ...breakdowns,
  ];
}

function breakdownRow(comparison: BreakdownComparison): readonly string[] {
  const { name, rows, timings } = comparison;
  const cells = ['tiles', names.days, names.plain].map((contestant) => {
    const timing = timings[contestant];
    return timing ? `${round(timing.median)} (${round(timing.p95)})` : '';
  });
  return [name, String(rows), ...cells, `${round(breakdownRatio(comparison))} ×`];
}

function breakdownRatio({ timings }: BreakdownComparison): number {
  const { tiles, ...others } = timings;
  return Math.min(...Object.values(others).map(({ median }) => median)) / (tiles?.median ?? Number.NaN);
}

type Asked = Pick<Reading, 'filter' | 'days'>;

function questionsOf(readings: readonly Reading[]): readonly Asked[] {
  return readings.filter(({ contestant }) => contestant === 'tiles');
}

function find(readings: readonly Reading[], name: string, { filter, days }: Asked): Reading | undefined {
  return readings.find((each) => each.contestant === name && each.filter === filter && each.days === days);
}

/** Not a number where nothing was measured. */
function bestRatio(readings: readonly Reading[], asked: Asked): number {
  const median = (name: string) => find(readings, name, asked)?.timing.median ?? Number.NaN;
  return Math.min(median(names.days), median(names.plain)) / median('tiles');
}
