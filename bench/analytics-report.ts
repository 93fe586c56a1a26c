// What the stage `analytics` measured, for RESULTS.md, and its targets.

import type { Analytics } from './analytics.js';
import { medianOf, nameOf, ofQuestion, type Reading } from './compare.js';
import { megabytes, pivot, round, spread, table } from './markdown.js';
import type { Target } from './target.js';

const raw = 'SQL on raw rows';
const cells = 'row per prompt, model, quarter';
const duck = 'DuckDB, typed columns';

/** The section of the report about one brand. */
export function analyticsSection({ runs, readings, breakdowns, rollMs, storage }: Analytics): string {
  const stored = Object.entries(storage).map(([name, size]) => [
    storageNames[name] ?? name,
    megabytes(size),
    `${round((100 * size) / storage.raw)} %`,
  ]);
  const grouped = breakdowns.map(({ name, rows, tiles, rawMs }) => [
    ...[name, String(rows), spread(tiles)],
    ...[round(rawMs), round(rawMs / tiles.median)],
  ]);
  const column = ({ contestant }: Reading) => contestant;
  return [
    `## Analytics, ${runs.toLocaleString('en')} runs`,
    pivot(readings, {
      row: nameOf,
      column,
      cell: ({ timing }) => spread(timing),
      last: ['raw rows / tiles', (group) => `${round(medianOf(group, raw) / medianOf(group, 'tiles'))} ×`],
    }),
    '_Tiles_ reads as a server does, with what it keeps of tiles in memory. _Tiles, not in memory_ keeps nothing: it is the first read of a month.',
    'Database pages read for one result, cached or not, including indexes, in megabytes (not available for DuckDB):',
    pivot(readings, { row: nameOf, column, cell: ({ bytes }) => (bytes === null ? '–' : megabytes(bytes)) }),
    `Disk space, including indexes. Building all tiles from the raw rows took ${round(rollMs / 1000)} s, ${round((rollMs * 1000) / runs)} µs per run.`,
    table(['', 'MB', 'share of the raw tables'], stored),
    'Breakdowns of 90 days, all rows; by prompt and model with what their intervals are computed from:',
    table(['', 'rows', 'tiles', 'SQL on raw rows', 'raw rows / tiles'], grouped),
  ].join('\n\n');
}

const storageNames: Readonly<Record<string, string>> = {
  raw: 'raw tables: runs, citations, URLs, domains, queries, companies, prompts',
  answers: 'answers: assessments and queries, no texts',
  tiles: 'tiles',
  cells: 'row per prompt, model, quarter',
  duck: 'DuckDB’s file',
};

/** The larger brand is held to them. */
export function analyticsTargets([small, large]: readonly Analytics[] = []): readonly Target[] {
  const ms = (contestant: string, days: number, filter = 'no filter', of = large) =>
    medianOf(ofQuestion(of?.readings ?? [], days, filter), contestant);
  const tiles = (days: number, filter?: string, of = large) => ms('tiles', days, filter, of);
  const { tiles: stored = Number.NaN, raw: rawBytes = Number.NaN } = large?.storage ?? {};
  return [
    ['90 days: tiles against SQL on raw rows', '≥ 400 ×', ms(raw, 90) / tiles(90)],
    ['90 days: tiles against a row per prompt, model and quarter', '≥ 150 ×', ms(cells, 90) / tiles(90)],
    ['90 days: tiles against DuckDB', '≥ 12 ×', ms(duck, 90) / tiles(90)],
    ['90 days: a read, its tiles in memory', '≤ 3 ms', tiles(90)],
    ['365 days against 90 days, both by tiles', '≤ 1.6 ×', tiles(365) / tiles(90)],
    ['365 days: tiles against SQL on raw rows', '≥ 1,500 ×', ms(raw, 365) / tiles(365)],
    ['90 days: ten times the runs', '≤ 2 ×', tiles(90) / tiles(90, 'no filter', small)],
    ['90 days: one tag against no filter', '≤ 2 ×', tiles(90, 'one tag') / tiles(90)],
    ['90 days: Europe/Berlin against UTC', '≤ 3 ×', tiles(90, 'Europe/Berlin') / tiles(90)],
    ['90 days: one mark in the window against none', '≤ 2 ×', tiles(90, 'one marked quarter hour') / tiles(90)],
    ['tiles’ storage of the raw tables’', '≤ 11 %', (100 * stored) / rawBytes],
    ...(large?.breakdowns ?? []).flatMap(({ name, tiles, rawMs }): Target[] => [
      [`90 days, ${name}`, name === 'by=tag,model' ? '≤ 25 ms' : '≤ 40 ms', tiles.median],
      [`90 days, ${name}: tiles against SQL on raw rows`, '≥ 100 ×', rawMs / tiles.median],
    ]),
    [
      `all tiles of ${large?.runs.toLocaleString('en') ?? 'the'} runs: rolled`,
      '≤ 70 s',
      (large?.rollMs ?? Number.NaN) / 1000,
    ],
  ];
}
