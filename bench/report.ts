// RESULTS.md from the results.

import { round, table } from './markdown.js';
import type { Results, Stage } from './stages.js';
import { targetTable } from './target.js';

/** The report, in Markdown: the sections in the order of the stages. */
export function reportOf(results: Results, stages: Readonly<Record<string, Stage>>): string {
  const targets = Object.entries(stages).flatMap(([name, { targets }]) => targets?.(results[name]) ?? []);
  const measured = Object.entries(stages).filter(([name]) => results[name] !== undefined);
  return [
    '# Benchmark results',
    'Written by `npm run bench -- --full`. Times are medians (in brackets: 95th percentile), in milliseconds unless another unit is given. All contestants of a table were measured in one run, on the same data, with warm caches, after a check that all their figures are equal.',
    ...machineSection(results),
    `## Targets\n\n${targetTable(targets)}`,
    ...measured.map(([name, { section }]) => section(results[name])),
  ]
    .join('\n\n')
    .concat('\n');
}

function machineSection({ machines = {}, failures = {} }: Results): readonly string[] {
  const stages = Object.entries(machines);
  const [first] = stages;
  if (!first) return [];
  const { processor, memory, versions } = first[1];
  const rows = stages.map(([stage, { commit, date, load, seconds }]) => [
    ...[stage, commit, date, load],
    `${round(seconds / 60)} min`,
  ]);
  return [
    `${processor}, ${memory} of memory. ${versions}. The load is the average of the minute before the stage, which includes the stage before it.`,
    table(['measured', 'commit', 'date', 'load before', 'took'], rows),
    ...Object.entries(failures).map(([stage, why]) => `**The stage \`${stage}\` failed**: ${why}`),
  ];
}
