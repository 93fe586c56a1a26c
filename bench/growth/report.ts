// What the stage `growth` measured, for RESULTS.md: a table, and what follows for sizes that were not measured.

import { round, table } from '../markdown.js';
import { costAt, exponentOf, type Point } from './fit.js';
import { recordedRuns, type SizeReadings } from './stage.js';

interface Cost {
  readonly name: string;
  readonly unit: string;
  readonly points: readonly Point[];
}

/** The section of the report. */
export function growthSection(sizes: readonly SizeReadings[]): string {
  const heads = ['', ...sizes.map((size) => `${size.runs.toLocaleString('en')} runs`), 'exponent', 'in the last step'];
  const rows = (costs: readonly Cost[]) =>
    costs.map(({ name, unit, points }) => [
      `${name}, ${unit}`,
      ...points.map(({ cost }) => round(cost)),
      shown(exponentOf(points)),
      shown(exponentOf(points.slice(-2))),
    ]);
  return [
    '## Growth',
    `Brands of one shape (500 prompts, 384 days, 300,000 URLs) with more and more runs. The exponent is that of cost = factor × runs ^ exponent, fitted to the logarithms: 0 where a cost stays the same, 1 where it is proportional. All sizes were measured one after the other in one run.`,
    table(heads, rows([...times(sizes), ...writes(sizes)])),
    'Megabytes of database pages that the first read of a question touches, and megabytes on the disk:',
    table(heads, rows([...bytesRead(sizes), ...stored(sizes)])),
    extrapolation(sizes),
  ].join('\n\n');
}

function times(sizes: readonly SizeReadings[]): readonly Cost[] {
  return questionsOf(sizes, 'ms', ({ timing }) => timing.median);
}

function bytesRead(sizes: readonly SizeReadings[]): readonly Cost[] {
  return questionsOf(sizes, 'MB', ({ bytes }) => bytes / 1e6);
}

type Question = SizeReadings['questions'][number];

function questionsOf(
  sizes: readonly SizeReadings[],
  unit: string,
  costOf: (question: Question) => number,
): readonly Cost[] {
  return (sizes[0]?.questions ?? []).map(({ name }) => ({
    name,
    unit,
    points: sizes.flatMap(({ runs, questions }) => {
      const found = questions.find((each) => each.name === name);
      return found ? [{ runs, cost: costOf(found) }] : [];
    }),
  }));
}

function writes(sizes: readonly SizeReadings[]): readonly Cost[] {
  const cost = (name: string, unit: string, costOf: (size: SizeReadings) => number): Cost => {
    return { name, unit, points: sizes.map((size) => ({ runs: size.runs, cost: costOf(size) })) };
  };
  return [
    cost(`recording ${recordedRuns.toLocaleString('en')} more, with their tiles`, 'ms', ({ recordMs }) => recordMs),
    cost('rolling all tiles', 's', ({ rollMs }) => rollMs / 1000),
  ];
}

function stored(sizes: readonly SizeReadings[]): readonly Cost[] {
  const kinds = { raw: 'raw tables', answers: 'answers', tiles: 'tiles' } as const;
  return Object.entries(kinds).map(([kind, name]) => ({
    name,
    unit: 'MB on the disk',
    points: sizes.map(({ runs, bytes }) => ({ runs, cost: bytes[kind as keyof typeof kinds] / 1e6 })), // safe because they are its keys
  }));
}

function shown(exponent: number): string {
  return Number.isFinite(exponent) ? exponent.toFixed(2) : '–';
}

const manyRuns = 100_000_000;
const manyBrands = 1_000;

/** One brand with all of a hundred million runs, and a thousand brands that share them. */
function extrapolation(sizes: readonly SizeReadings[]): string {
  const each = manyRuns / manyBrands;
  const rows = [...times(sizes), ...writes(sizes), ...stored(sizes)].map(({ name, unit, points }) => {
    const shared = costAt(points, each) * (unit === 'ms' ? 1 : manyBrands);
    return [`${name}, ${unit}`, round(costAt(points, manyRuns)), round(shared)];
  });
  const head = `Computed from these powers, not measured: one brand of ${manyRuns.toLocaleString('en')} runs, by the larger of both exponents, and ${manyBrands.toLocaleString('en')} brands of ${each.toLocaleString('en')} runs each (milliseconds of one of them; rolling and sizes of all together).`;
  return `${head}\n\n${table(['', 'one brand', 'a thousand brands'], rows)}`;
}

/** What docs/scale.md says about sizes that were not measured. */
export function growthParagraph(sizes: readonly SizeReadings[]): string {
  const pointsOf = (name: string) =>
    [...times(sizes), ...writes(sizes)].find((cost) => cost.name === name)?.points ?? [];
  const named = ['figures of 90 days', 'list of urls, first page', 'answers of the brand'] as const;
  const [figures, list, page] = named.map((name) => exponentOf(pointsOf(name)).toFixed(2));
  const ms = (runs: number) => named.map((name) => round(costAt(pointsOf(name), runs))).join(', ');
  const gigabytes = (runs: number, brands: number) =>
    round(stored(sizes).reduce((sum, { points }) => sum + costAt(points, runs) * brands, 0) / 1000);
  const hours = (runs: number, brands: number) => round((costAt(pointsOf('rolling all tiles'), runs) * brands) / 3600);
  const each = manyRuns / manyBrands;
  const [first, last] = [sizes[0], sizes.at(-1)].map((size) => size?.runs.toLocaleString('en'));
  return [
    `**A hundred million runs.** From ${first} to ${last} runs of one brand, times grow with the runs to the power of ${figures} (figures of 90 days), ${list} (first page of the list of URLs) and ${page} (a page of the brand's answers).`,
    `A thousand brands of ${each.toLocaleString('en')} runs each are a thousand times one such brand, because every key begins with the brand: ${ms(each)} ms for these three, ${gigabytes(each, manyBrands)} GB on the disk, and ${hours(each, manyBrands)} hours to roll all of it on the machine of the benchmark.`,
    `One brand with all of them is ${round(manyRuns / (sizes.at(-1)?.runs ?? 1))} times larger than what was measured; by the same powers it would take ${ms(manyRuns)} ms, ${gigabytes(manyRuns, 1)} GB and ${hours(manyRuns, 1)} hours.`,
    'What is in memory does not grow with the number of brands: only brands that are asked about have tiles there. The first question about another one reads its tables, which the row _tiles not in memory_ of [RESULTS.md](../bench/RESULTS.md) measures. The disk grows with the runs, and so does the time of whatever goes through all raw rows: `sightline roll --all`, `roll --check`, `export`.',
  ].join(' ');
}
