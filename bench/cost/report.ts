// What the stage `cost` measured, for RESULTS.md.

import { table } from '../markdown.js';
import { quantileOf } from '../measure.js';
import { verdict } from '../target.js';
import type { Spread } from './repeat.js';
import { dearestSection, worstHeld } from './report-dearest.js';
import type { CostReading, Costs } from './stage.js';

const maxFactor = 4;
const maxHeldMs = 250;
const maxOtherMs = 500;

const head = [
  'kind',
  'aliases',
  'status',
  'cost',
  'bytes',
  'ms',
  'ms per 1,000 units',
  '÷ median',
  'held, ms',
  'other client, ms more',
];

/** The section of the report: a table for each brand, the most time per unit first. */
export function costSection(costs: Costs): string {
  const brands = [...new Set(costs.readings.map(({ brand }) => brand))];
  return [
    '## Cost',
    `Documents of each kind at the largest size that is accepted, asked in one server on a brand of ${costs.runs.toLocaleString('en')} runs and on an extreme one (5,000 companies, 3,000 models, 50,000 prompts, 2,000 tags, a million URLs, answers of 1 MB and one of 30 MB). After one that warms up, each is repeated five times: least and median time, and of what happened in each repetition the least and the most. _Held_ is the longest stretch that the event loop could serve nobody else, in processor time of its thread, so that what else runs on the machine does not count. _Other client_ is the slowest of its small requests, beyond its own time without load (median ${costs.idleMs.median.toFixed(1)} ms; the slowest took ${costs.idleMs.max.toFixed(0)} ms). Documents _found by the search_ are random ones of the schema, changed step by step towards more time per unit (seed ${costs.seed}); they are compared with the median of the kinds.`,
    targets(costs),
    ...brands.flatMap((brand) => brandSection(costs, brand)),
    dearestSection(costs.dearest),
  ].join('\n\n');
}

function targets({ readings, idleMs, dearest }: Costs): string {
  const brands = [...new Set(readings.map(({ brand }) => brand))];
  const factors = brands.map((brand): readonly [string, number, number] => {
    const ofBrand = readings.filter((each) => each.brand === brand);
    const worst = (pick: keyof Pick<Spread, 'min' | 'median'>) =>
      Math.max(...ofBrand.map((each) => perThousand(each, pick))) / middleOf(ofBrand, pick);
    return [`${brand}: worst kind ÷ median kind (least times; median times)`, worst('min'), worst('median')];
  });
  const held = worstOf(readings, ({ heldMs }) => heldMs);
  const other = worstOf(readings, ({ otherMs }) => beyond(otherMs, idleMs.median));
  const rows = [
    ...factors.map(([what, least, middle]) => row(what, maxFactor, [least, middle], 1)),
    row('longest stretch that the event loop was held, ms (least of five; most)', maxHeldMs, held, 0),
    row(
      'the same for the dearest questions of each interface (the second time; the first)',
      maxHeldMs,
      worstHeld(dearest),
      0,
    ),
    row('another client’s small request, ms beyond its own time (least of five; most)', maxOtherMs, other, 0),
  ];
  return table(['target', 'at most', 'measured', 'verdict'], rows);
}

function row(what: string, bound: number, [least, most]: readonly [number, number], digits: number): string[] {
  const [first, second] = [least, most].map((value) => verdict(value <= bound)) as [string, string]; // safe because there are two
  const both = first === second ? first : `${first}; ${second}`;
  return [what, String(bound), `${least.toFixed(digits)}; ${most.toFixed(digits)}`, both];
}

function worstOf(readings: readonly CostReading[], pick: (reading: CostReading) => Spread): readonly [number, number] {
  const spreads = readings.map(pick);
  return [Math.max(...spreads.map(({ min }) => min)), Math.max(...spreads.map(({ max }) => max))];
}

function brandSection({ readings, idleMs }: Costs, brand: string): readonly string[] {
  const ofBrand = readings.filter((each) => each.brand === brand);
  const middle = { min: middleOf(ofBrand, 'min'), median: middleOf(ofBrand, 'median') };
  const sorted = ofBrand.toSorted((a, b) => perThousand(b, 'min') - perThousand(a, 'min'));
  const rows = sorted.map((each) => [
    each.name,
    String(each.aliases),
    String(each.status),
    each.cost.toLocaleString('en'),
    each.bytes.toLocaleString('en'),
    `${each.ms.min.toFixed(0)}; ${each.ms.median.toFixed(0)}`,
    `${perThousand(each, 'min').toFixed(1)}; ${perThousand(each, 'median').toFixed(1)}`,
    `${(perThousand(each, 'min') / middle.min).toFixed(1)}; ${(perThousand(each, 'median') / middle.median).toFixed(1)}`,
    range(each.heldMs),
    range(beyond(each.otherMs, idleMs.median)),
  ]);
  const found = ofBrand.flatMap(({ found: document }) =>
    document ? [document.replace(/\s+/g, ' ').slice(0, 1_500)] : [],
  );
  return [
    `### Brand \`${brand}\`: the median kind takes ${middle.min.toFixed(1)} ms per 1,000 units at least, ${middle.median.toFixed(1)} in the median`,
    table(head, rows),
    ...found.map(
      (document) => `Found by the search, with one alias of each field:\n\n\`\`\`graphql\n${document}\n\`\`\``,
    ),
  ];
}

function range({ min, max }: Spread): string {
  return `${min.toFixed(0)} to ${max.toFixed(0)}`;
}

function beyond({ min, median: middle, max }: Spread, own: number): Spread {
  return { min: Math.max(0, min - own), median: Math.max(0, middle - own), max: Math.max(0, max - own) };
}

/** Of the kinds that were written by hand. */
function middleOf(readings: readonly CostReading[], pick: 'min' | 'median'): number {
  const written = readings.filter(({ found }) => found === undefined);
  return quantileOf(written, 0.5, (each) => perThousand(each, pick));
}

function perThousand({ ms, cost }: CostReading, pick: 'min' | 'median'): number {
  return (ms[pick] / Math.max(1, cost)) * 1_000;
}
