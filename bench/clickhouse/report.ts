// What the stage `clickhouse` measured, for RESULTS.md, and its targets.

import { medianOf, nameOf, ofQuestion, type Reading } from '../compare.js';
import { megabytes, pivot, round, spread, table } from '../markdown.js';
import type { Target } from '../target.js';
import { names } from './contestants.js';
import type { ClickHouseReadings } from './stage.js';

const contestants = ['tiles', names.days, names.plain];
const ratio = 'the faster ClickHouse / tiles';

/** The section of the report about one brand. */
export function clickHouseSection({ runs, version, readings, breakdowns, bytes }: ClickHouseReadings): string {
  const sizes = Object.entries(bytes).map(([name, size]) => `${name} ${megabytes(size)}`);
  const grouped = breakdowns.map(({ name, rows, timings }) => [
    ...[name, String(rows)],
    ...contestants.map((each) => (timings[each] ? spread(timings[each]) : '')),
    `${round(breakdownRatio(timings))} ×`,
  ]);
  return [
    `## ClickHouse, ${runs.toLocaleString('en')} runs`,
    `ClickHouse ${version} in the process of the benchmark, through \`chdb\`, with as many threads as there are processors; one statement for each question. _By day_: rows for each day, model and tag, and for all models and all runs, with exact \`groupBitmap\` states; the parts of days at the edges of a window come from the runs. _Arrays_: the runs alone. Megabytes of the tables: ${sizes.join(', ')}.`,
    pivot(
      contestants.flatMap((name) => readings.filter(({ contestant }) => contestant === name)),
      {
        row: nameOf,
        column: ({ contestant }) => contestant,
        cell: ({ timing }) => spread(timing),
        last: [ratio, (group) => `${round(bestRatio(group))} ×`],
      },
    ),
    'Breakdowns of 90 days, all rows. Both answer with the ids and texts of prompts; tiles also with the names of models and companies, and by prompt and model with what intervals are computed from:',
    table(['', 'rows', ...contestants, ratio], grouped),
  ].join('\n\n');
}

/** Tiles are compared with whichever table of ClickHouse answers faster. */
export function clickHouseTargets(measured: ClickHouseReadings | undefined): readonly Target[] {
  const { readings = [], breakdowns = [] } = measured ?? {};
  const target = (days: number, filter: string, bound: string): Target => {
    const value = bestRatio(ofQuestion(readings, days, filter));
    return [`${days} days, ${filter}: tiles against ClickHouse’s best`, bound, value];
  };
  return [
    target(90, 'no filter', '≥ 8 ×'),
    target(365, 'no filter', '≥ 8 ×'),
    target(90, 'one tag', '≥ 4 ×'),
    target(365, 'one tag', '≥ 4 ×'),
    ...breakdowns.map(({ name, timings }): Target => {
      return [`90 days, ${name}: tiles against ClickHouse’s best`, '≥ 4 ×', breakdownRatio(timings)];
    }),
  ];
}

function breakdownRatio({ tiles, ...others }: ClickHouseReadings['breakdowns'][number]['timings']): number {
  return Math.min(...Object.values(others).map(({ median }) => median)) / (tiles?.median ?? Number.NaN);
}

/** Of one question; not a number where nothing was measured. */
function bestRatio(readings: readonly Reading[]): number {
  return Math.min(medianOf(readings, names.days), medianOf(readings, names.plain)) / medianOf(readings, 'tiles');
}
