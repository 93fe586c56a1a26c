// What the stage `clickhouse` measured, for RESULTS.md.

import type { Reading } from '../compare.js';
import { megabytes, round, table } from '../markdown.js';
import type { Target } from '../targets.js';
import { names } from './contestants.js';
import type { ClickHouseReadings } from './stage.js';

/** The section of the report. */
export function clickHouseSection({ runs, version, readings, bytes }: ClickHouseReadings): string {
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
  return [target('no filter', 90, 8), target('no filter', 365, 8), target('one tag', 90, 4), target('one tag', 365, 4)];
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
