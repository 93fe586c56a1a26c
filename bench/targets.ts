// The targets next to the measured values.

import type { Analytics } from './analytics.js';
import { clickHouseTargets } from './clickhouse/report.js';
import type { Reading } from './compare.js';
import { dashboardTargets } from './dashboard/report.js';
import { besideTargets } from './http/beside-recorders.js';
import { httpTargets } from './http/report.js';
import { listTargets } from './lists/targets.js';
import type { Results } from './results.js';
import type { Target } from './target.js';

const raw = 'SQL on raw rows';
const cells = 'row per prompt, model, quarter';
const duck = 'DuckDB, typed columns';

/** The largest brand is held to them. */
export function targetsOf(results: Results): readonly Target[] {
  return [
    ...tileTargets(results.analytics ?? []),
    ...breakdownTargets(results.analytics ?? []),
    ...clickHouseTargets(results.clickhouse ?? []),
    ...listTargets(results.lists ?? {}),
    ...pageTargets(results),
    ...writeTargets(results),
    ...httpTargets(results.http),
    ...besideTargets(results.beside),
    ...dashboardTargets(results.dashboard),
  ];
}

function tileTargets(analytics: readonly Analytics[]): readonly Target[] {
  const large = analytics.at(-1);
  const small = analytics.at(-2);
  const ms = median(large?.readings ?? []);
  const tiles = (days: number, filter = 'no filter') => ms('tiles', days, filter);
  const marked = 'one marked quarter hour';
  return [
    factor('90 days: tiles against SQL on raw rows', ['≥', 400], ms(raw, 90) / tiles(90)),
    factor('90 days: tiles against a row per prompt, model and quarter', ['≥', 150], ms(cells, 90) / tiles(90)),
    factor('90 days: tiles against DuckDB', ['≥', 12], ms(duck, 90) / tiles(90)),
    milliseconds('90 days: a read, its tiles in memory', ['≤', 3], tiles(90)),
    factor('365 days against 90 days, both by tiles', ['≤', 1.6], tiles(365) / tiles(90)),
    factor('365 days: tiles against SQL on raw rows', ['≥', 1500], ms(raw, 365) / tiles(365)),
    factor('90 days: ten times the runs', ['≤', 2], tiles(90) / median(small?.readings ?? [])('tiles', 90)),
    factor('90 days: one tag against no filter', ['≤', 2], tiles(90, 'one tag') / tiles(90)),
    factor('90 days: Europe/Berlin against UTC', ['≤', 3], tiles(90, 'Europe/Berlin') / tiles(90)),
    factor('90 days: one mark in the window against none', ['≤', 2], tiles(90, marked) / tiles(90)),
    percent(
      'tiles’ storage of the raw tables’',
      ['≤', 11],
      (large?.storage.tiles ?? Number.NaN) / (large?.storage.raw ?? Number.NaN),
    ),
  ];
}

const breakdownMs: Readonly<Record<string, number>> = {
  'by=tag,model': 25,
  'by=prompt,model': 40,
  'by=company,week': 40,
};

function breakdownTargets(analytics: readonly Analytics[]): readonly Target[] {
  return (analytics.at(-1)?.breakdowns ?? []).flatMap(({ name, tiles, rawMs }) => [
    milliseconds(`90 days, ${name}`, ['≤', breakdownMs[name] ?? Number.NaN], tiles.median),
    factor(`90 days, ${name}: tiles against SQL on raw rows`, ['≥', 100], rawMs / tiles.median),
  ]);
}

function pageTargets({ pages = [] }: Results): readonly Target[] {
  const ms = (way: string, page: number) =>
    pages.find((each) => each.layout === pages[0]?.layout && each.way === way && each.page === page)?.timing.median ??
    Number.NaN;
  return [
    factor('page 20,000 against page 1', ['≤', 1.5], ms('by place', 20_000) / ms('by place', 1)),
    milliseconds('page 20,000', ['≤', 2], ms('by place', 20_000)),
    factor(
      'page 20,000: by place against OFFSET and count',
      ['≥', 75],
      ms('OFFSET and count', 20_000) / ms('by place', 20_000),
    ),
  ];
}

function writeTargets({ analytics = [], recording = [], changes }: Results): readonly Target[] {
  const [inOrder, scattered] = recording.map(({ totalMs, copyMs }) => totalMs / copyMs);
  const largest = analytics.at(-1);
  return [
    seconds(`all tiles of ${largest?.runs.toLocaleString('en') ?? 'the'} runs: rolled`, ['≤', 70], largest?.rollMs),
    factor('recording with tiles, in order, against bare COPY', ['≤', 2.8], inOrder ?? Number.NaN),
    factor('recording with tiles, scattered over a year, against bare COPY', ['≤', 4], scattered ?? Number.NaN),
    seconds(
      '1,000 late runs over a year: recorded and rolled',
      ['≤', 2],
      changes && changes.lateRecordMs + changes.lateRollMs,
    ),
    seconds(
      'a prompt’s tags changed: until reads use tiles again',
      ['≤', 1],
      changes && Math.max(changes.tagMs, changes.tagBackMs),
    ),
  ];
}

/** The median of one reading in milliseconds. */
export function median(readings: readonly Reading[]) {
  return (contestant: string, days: number, filter = 'no filter'): number =>
    readings.find((each) => each.contestant === contestant && each.days === days && each.filter === filter)?.timing
      .median ?? Number.NaN;
}

function factor(what: string, bound: Target['bound'], value: number): Target {
  return { what, bound, unit: '×', value };
}

function percent(what: string, bound: Target['bound'], share: number): Target {
  return { what, bound, unit: '%', value: share * 100 };
}

function milliseconds(what: string, bound: Target['bound'], value: number): Target {
  return { what, bound, unit: 'ms', value };
}

function seconds(what: string, bound: Target['bound'], ms = Number.NaN): Target {
  return { what, bound, unit: 's', value: ms / 1000 };
}
