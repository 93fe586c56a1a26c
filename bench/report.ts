// RESULTS.md from the results.

import type { Analytics } from './analytics.js';
import { clickHouseSection } from './clickhouse/report.js';
import type { Reading } from './compare.js';
import { costSection } from './cost/report.js';
import { dashboardSection } from './dashboard/report.js';
import { gatewaysSection } from './gateways/report.js';
import { growthSection } from './growth/report.js';
import { besideSection } from './http/beside-recorders.js';
import { httpSection, sizingSection } from './http/report.js';
import { listsSection } from './lists/report.js';
import { megabytes, round, table } from './markdown.js';
import type { Results } from './results.js';
import { isMet, type Target } from './target.js';
import { targetsOf } from './targets.js';

/** The report, in Markdown. */
export function reportOf(results: Results): string {
  return [
    '# Benchmark results',
    'Written by `npm run bench -- --full`. Times are medians (in brackets: 95th percentile), in milliseconds unless another unit is given. All contestants of a table were measured in one run, on the same data, with warm caches, after a check that all their figures are equal.',
    machineSection(results),
    targetSection(results),
    ...(results.analytics ?? []).toReversed().map(analyticsSection),
    ...(results.clickhouse ?? []).toReversed().map(clickHouseSection),
    results.lists ? listsSection(results.lists) : '',
    pageSection(results),
    recordingSection(results),
    changeSection(results),
    results.http ? httpSection(results.http) : '',
    results.beside ? besideSection(results.beside) : '',
    results.gateways ? gatewaysSection(results.gateways) : '',
    results.sizing ? sizingSection(results.sizing) : '',
    results.growth ? growthSection(results.growth) : '',
    results.cost ? costSection(results.cost) : '',
    results.dashboard ? dashboardSection(results.dashboard) : '',
  ]
    .filter((section) => section !== '')
    .join('\n\n')
    .concat('\n');
}

function machineSection({ machines = {}, failures = {} }: Results): string {
  const stages = Object.entries(machines);
  const [first] = stages;
  if (!first) return '';
  const { processor, memory, versions } = first[1];
  const rows = stages.map(([stage, { commit, date, load = '–', seconds }]) => [
    stage,
    commit,
    date,
    load,
    seconds === undefined ? '–' : `${round(seconds / 60)} min`,
  ]);
  const failed = Object.entries(failures).map(([stage, why]) => `\n\n**The stage \`${stage}\` failed**: ${why}`);
  return `${processor}, ${memory} of memory. ${versions}. The load is the average of the minute before the stage, which includes the stage before it.\n\n${table(['measured', 'commit', 'date', 'load before', 'took'], rows)}${failed.join('')}`;
}

function targetSection(results: Results): string {
  const rows = targetsOf(results).map((target) => [
    target.what,
    boundOf(target),
    measuredOf(target),
    verdictOf(target),
  ]);
  return `## Targets\n\n${table(['', 'target', 'measured', ''], rows)}`;
}

function boundOf({ bound: [relation, bound], unit }: Target): string {
  return `${relation} ${bound.toLocaleString('en')} ${unit}`.trimEnd();
}

function measuredOf({ value, unit }: Target): string {
  return Number.isNaN(value) ? 'not measured' : `${round(value)} ${unit}`.trimEnd();
}

function verdictOf(target: Target): string {
  if (Number.isNaN(target.value)) return '–';
  return isMet(target) ? 'met' : '**not met**';
}

function analyticsSection({ runs, readings, breakdowns = [], rollMs, storage }: Analytics): string {
  const contestants = [...new Set(readings.map(({ contestant }) => contestant))];
  const groups = grouped(readings);
  const cell = (group: readonly Reading[], contestant: string, show: (reading: Reading) => string) => {
    const reading = group.find((each) => each.contestant === contestant);
    return reading ? show(reading) : '';
  };
  const times = [...groups].map(([name, group]) => [
    name,
    ...contestants.map((contestant) =>
      cell(group, contestant, ({ timing }) => `${round(timing.median)} (${round(timing.p95)})`),
    ),
    ratioOf(group),
  ]);
  const bytes = [...groups].map(([name, group]) => [
    name,
    ...contestants.map((contestant) =>
      cell(group, contestant, (reading) => (reading.bytes === null ? '–' : megabytes(reading.bytes))),
    ),
  ]);
  const stored = Object.entries(storage).map(([name, size]) => [
    storageNames[name] ?? name,
    megabytes(size),
    `${round((100 * size) / storage.raw)} %`,
  ]);
  return [
    `## Analytics, ${runs.toLocaleString('en')} runs`,
    table(['', ...contestants, 'raw rows / tiles'], times),
    '_Tiles_ reads as a server does, with what it keeps of tiles in memory. _Tiles, not in memory_ keeps nothing: it is the first read of a month.',
    'Database pages read for one result, cached or not, including indexes, in megabytes (not available for DuckDB):',
    table(['', ...contestants], bytes),
    `Disk space, including indexes. Building all tiles from the raw rows took ${round(rollMs / 1000)} s, ${round((rollMs * 1000) / runs)} µs per run.`,
    table(['', 'MB', 'share of the raw tables'], stored),
    ...breakdownTable(breakdowns),
  ].join('\n\n');
}

function breakdownTable(breakdowns: NonNullable<Analytics['breakdowns']>): readonly string[] {
  if (breakdowns.length === 0) return [];
  const rows = breakdowns.map(({ name, rows, tiles, rawMs }) => [
    ...[name, String(rows), `${round(tiles.median)} (${round(tiles.p95)})`],
    ...[round(rawMs), round(rawMs / tiles.median)],
  ]);
  return [
    'Breakdowns of 90 days, all rows; by prompt and model with what their intervals are computed from:',
    table(['', 'rows', 'tiles', 'SQL on raw rows', 'raw rows / tiles'], rows),
  ];
}

/** By what was asked, in the order in which it was. */
function grouped(readings: readonly Reading[]): ReadonlyMap<string, readonly Reading[]> {
  const groups = new Map<string, Reading[]>();
  for (const reading of readings) {
    const name = `${reading.filter}, ${reading.days} ${reading.days === 1 ? 'day' : 'days'}`;
    groups.set(name, [...(groups.get(name) ?? []), reading]);
  }
  return groups;
}

const storageNames: Readonly<Record<string, string>> = {
  raw: 'raw tables: runs, citations, URLs, domains, queries, companies, prompts',
  answers: 'answers: assessments and queries, no texts',
  tiles: 'tiles',
  cells: 'row per prompt, model, quarter',
  duck: 'DuckDB’s file',
};

function ratioOf(group: readonly Reading[]): string {
  const [raw, tiles] = ['SQL on raw rows', 'tiles'].map(
    (name) => group.find(({ contestant }) => contestant === name)?.timing.median,
  );
  return raw && tiles ? `${round(raw / tiles)} ×` : '';
}

function pageSection({ pages }: Results): string {
  if (!pages) return '';
  const numbers = [...new Set(pages.map(({ page }) => page))];
  const kinds = new Map(pages.map(({ layout, way }) => [`${layout}: ${way}`, { layout, way }]));
  const rows = [...kinds].map(([name, kind]) => [
    name,
    ...numbers.map((number) => {
      const timing = pages.find(
        (each) => each.layout === kind.layout && each.way === kind.way && each.page === number,
      )?.timing;
      return timing ? `${round(timing.median)} (${round(timing.p95)})` : '';
    }),
  ]);
  const heads = numbers.map((number) => `page ${number.toLocaleString('en')}`);
  return `## Pages of one prompt with 500,000 runs\n\n20 runs per page, including the exact total.\n\n${table(['', ...heads], rows)}`;
}

function recordingSection({ recording }: Results): string {
  if (!recording) return '';
  const rows = recording.map(({ order, runs, bytes, recordMs, totalMs, copyMs }) => [
    order,
    runs.toLocaleString('en'),
    `${round((runs * 1000) / totalMs)}`,
    `${round(bytes / 1000 / totalMs)}`,
    `${round(recordMs / 1000)} s`,
    `${round(totalMs / 1000)} s`,
    `${round(copyMs / 1000)} s`,
    `${round(totalMs / copyMs)} ×`,
  ]);
  const heads = ['', 'runs', 'runs/s', 'MB/s', 'recorded', 'and rolled', 'bare COPY of the same rows', 'ratio'];
  return `## Recording\n\nLines are parsed, validated, written durably and rolled into tiles; COPY receives prepared rows, in one transaction, for the same tables and indexes.\n\n${table(heads, rows)}`;
}

function changeSection({ changes }: Results): string {
  if (!changes) return '';
  const { runs, lateRuns, lateRecordMs, lateRollMs, waiting, rolled, tagMs, tagBackMs } = changes;
  const rows = [
    [`${lateRuns.toLocaleString('en')} late runs spread over a year: recorded`, `${round(lateRecordMs / 1000)} s`],
    ['… and rolled', `${round(lateRollMs / 1000)} s`],
    ['figures of a year before they are rolled', `${round(waiting.median)} ms (${round(waiting.p95)})`],
    ['… and afterwards', `${round(rolled.median)} ms (${round(rolled.p95)})`],
    ['tags of a prompt changed: until reads use tiles again', `${round(tagMs)} ms`],
    ['… and changed back', `${round(tagBackMs)} ms`],
  ];
  return `## Changes of a brand with ${runs.toLocaleString('en')} runs\n\n${table(['', ''], rows)}`;
}
