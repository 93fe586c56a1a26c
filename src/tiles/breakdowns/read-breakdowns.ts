// Breakdowns from the parts of summaries: each of their periods is a question of its own. Counted and ranked first; what only shown rows say is read
// of these. A fixed number of statements for any number of breakdowns, and again so many for every hundred periods.

import type pg from 'pg';
import type { BreakdownAsk, BreakdownPage, BreakdownRow } from '../../domain/breakdown/breakdown.js';
import { has, wantsOf } from '../../domain/breakdown/dimensions-and-measures.js';
import { type Budget, unlimited } from '../../domain/budget.js';
import { createPause, type Pause } from '../../domain/pause.js';
import type { RunSpan } from '../../domain/series.js';
import { noSamples } from '../../domain/statistics/sample.js';
import type { Ask, Part, Summary } from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import { type Fault, invalid } from '../../errors.js';
import { readTiles } from '../answer/read.js';
import { readNames } from '../lists/names.js';
import { readRunSpans } from '../plain/run-spans.js';
import type { ReadingOptions } from '../scan/reading.js';
import { type Axes, axesOf } from './axes.js';
import { type SamplesOf, samplesIn } from './clusters.js';
import { addSlice, type Grouping, newGrouping } from './fill.js';
import { bucketOf, type Period, periodsOf } from './periods.js';
import { figuresOf, rank } from './rank.js';
import { clusterPart, partsBefore, partsOf, type Slice, slicesOf } from './slices.js';
import { readValues } from './values.js';

interface BreakdownOptions extends Partial<Pick<ReadingOptions, 'cache' | 'onDamage' | 'pause'>> {
  /** What may be read of texts. */
  readonly budget: Budget;
}

/** A breakdown under way. */
interface Open {
  readonly ask: BreakdownAsk;
  readonly axes: Axes;
  readonly periods: readonly Period[];
  readonly now: Grouping;
  /** In the compared window; `null`: nobody wants it. */
  readonly before: Grouping | null;
}

interface Means extends Omit<BreakdownOptions, 'budget' | 'pause'> {
  readonly client: pg.ClientBase;
  readonly pause: Pause;
}

/** The pages of `asks`, in their order, or why there is none. To be called within one snapshot. */
export async function readBreakdowns(
  client: pg.ClientBase,
  asks: readonly BreakdownAsk[],
  { budget, ...options }: BreakdownOptions,
): Promise<readonly (BreakdownPage | Fault)[]> {
  const means = { client, pause: createPause(), ...options };
  const opened = await openAll(means, asks);
  const open = opened.filter(isOpen);
  const ranked = new Map<Open, Float64Array>();
  for (const each of open) ranked.set(each, await rank(each, means.pause));
  const shown = open.map((each) => {
    const { skip, limit, wants } = each.ask;
    return {
      open: each,
      groups: (ranked.get(each) ?? new Float64Array()).slice(skip, wants.has('rows') ? skip + limit : skip),
    };
  });
  const rows = await rowsOf(means, shown, budget);
  return opened.map((each) => {
    if (!isOpen(each)) return each;
    return { total: ranked.get(each)?.length ?? 0, rows: rows[open.indexOf(each)] ?? [] };
  });
}

/** All rows of a breakdown in order, some at a time; `skip` and `limit` do not count. To be called within one snapshot. */
export async function* streamBreakdown(
  client: pg.ClientBase,
  ask: BreakdownAsk,
  options: Omit<BreakdownOptions, 'budget'>,
): AsyncGenerator<readonly BreakdownRow[]> {
  const means = { client, pause: createPause(), ...options };
  const [open] = await openAll(means, [ask]);
  if (!open) return;
  if (!isOpen(open)) throw invalid([open]);
  const groups = await rank(open, means.pause);
  const samples = await readSamples(means, [{ open, groups }]);
  for (let from = 0; from < groups.length; from += rowsATurn) {
    const shown = { open, groups: groups.slice(from, from + rowsATurn) };
    const [rows = []] = await namedRows(means, [shown], { samples, budget: unlimited });
    yield rows;
  }
}

const rowsATurn = 1_000;

function isOpen(open: Open | Fault): open is Open {
  return 'axes' in open;
}

/** Counts the groups of all asks. */
async function openAll(means: Means, asks: readonly BreakdownAsk[]): Promise<readonly (Open | Fault)[]> {
  const spans = await readSpans(means.client, asks);
  const values = await readValues(means.client, asks);
  const opened = asks.map((ask, place): Open | Fault => {
    const periods = periodsOf(ask, spans[place] ?? null);
    const known = values[place];
    if ('message' in periods) return periods;
    if (!known) throw new Error('The values of a breakdown were not read.');
    const before = isCompared(ask) ? newGrouping(ask) : null;
    return { ask, axes: axesOf(ask, known, periods), periods, now: newGrouping(ask), before };
  });
  const readings = opened
    .filter(isOpen)
    .flatMap((open) => [
      ...open.periods.map((window, period) => ({ open, window, period, parts: partsOf(open.ask), into: open.now })),
      ...beforeOf(open, partsBefore(open.ask)).map((each) => ({ ...each, into: open.before })),
    ]);
  await readSlices(means, readings, async ({ open, into }, slices) => {
    for (const slice of slices) if (into) await addSlice(into, slice, { ...open, pause: means.pause });
  });
  return opened;
}

/** The first and the last run of long windows that are told apart by time. */
async function readSpans(client: pg.ClientBase, asks: readonly BreakdownAsk[]): Promise<readonly (RunSpan | null)[]> {
  const dated = asks.map((ask): Ask => ({ question: ask.question, parts: new Set(bucketOf(ask) ? ['days'] : []) }));
  const spans = await readRunSpans(client, dated);
  return dated.map((each) => spans.get(each) ?? null);
}

/** Whether anything of the compared window is wanted; by time, nothing is compared. */
function isCompared(ask: BreakdownAsk): boolean {
  return bucketOf(ask) === null && [...ask.wants, ...wantsOf(ask.orderBy)].includes('previous');
}

/** What is read of a window. */
interface PeriodReading {
  readonly open: Open;
  readonly window: Window;
  readonly period: number;
  readonly parts: ReadonlySet<Part>;
}

function beforeOf(open: Open, parts: ReadonlySet<Part>): readonly PeriodReading[] {
  const { compared } = open.ask;
  return open.before && compared ? [{ open, window: compared, period: 0, parts }] : [];
}

/** So many windows are read at once: of each there may be thousands of prompts in memory. */
const windowsATurn = 100;

/** Calls `take` with the slices of each window. */
async function readSlices<Of extends PeriodReading>(
  { client, pause, ...options }: Means,
  readings: readonly Of[],
  take: (reading: Of, slices: readonly Slice[]) => Promise<void> | void,
): Promise<void> {
  for (let from = 0; from < readings.length; from += windowsATurn) {
    const some = readings.slice(from, from + windowsATurn);
    const asks = some.map(({ open, window, parts }): Ask => {
      return { question: { ...open.ask.question, window, series: null }, parts };
    });
    const summaries: readonly Summary[] = await readTiles(client, asks, { pause, ...options });
    for (const [place, reading] of some.entries()) {
      const summary = summaries[place];
      if (summary) await take(reading, await slicesOf(summary, { ...reading.open, period: reading.period, pause }));
    }
  }
}

/** Groups of a breakdown that are shown, in order. */
interface Shown {
  readonly open: Open;
  readonly groups: Float64Array;
}

async function rowsOf(means: Means, shown: readonly Shown[], budget: Budget) {
  return namedRows(means, shown, { samples: await readSamples(means, shown), budget });
}

/** What intervals of shown rows are computed from, in both windows. */
interface Samples {
  readonly now: SamplesOf;
  readonly before: SamplesOf;
}

const none: Samples = { now: () => noSamples, before: () => noSamples };

async function readSamples(means: Means, shown: readonly Shown[]): Promise<ReadonlyMap<Open, Samples>> {
  const found = new Map<Open, { readonly now: Slice[]; readonly before: Slice[] }>();
  const readings = shown.flatMap(({ open, groups }) => {
    if (!open.ask.wants.has('clusters') || groups.length === 0) return [];
    const slices = { now: [], before: [] };
    found.set(open, slices);
    const codes = new Set(Array.from(groups, (group) => open.axes.partsOf(group).period));
    const parts = new Set([clusterPart(open.ask)]);
    return [
      ...[...codes].flatMap((period) => {
        const window = open.periods[period];
        return window ? [{ open, window, period, parts, into: slices.now }] : [];
      }),
      ...beforeOf(open, parts).map((each) => ({ ...each, into: slices.before })),
    ];
  });
  await readSlices(means, readings, ({ into }, slices) => {
    (into as Slice[]).push(...slices);
  });
  const samplesOf = ({ ask, axes }: Open, slices: readonly Slice[]) => samplesIn(slices, axes, has(ask.by, 'prompt'));
  return new Map(
    [...found].map(([open, { now, before }]) => [open, { now: samplesOf(open, now), before: samplesOf(open, before) }]),
  );
}

interface Naming {
  readonly samples: ReadonlyMap<Open, Samples>;
  readonly budget: Budget;
}

/** The shown rows with the ids and texts of their prompts. */
async function namedRows({ client, pause }: Means, shown: readonly Shown[], { samples, budget }: Naming) {
  const asks = shown.map(({ open: { ask, axes }, groups }) => {
    const prompts = [...new Set(Array.from(groups, axes.promptOf).filter((prompt) => prompt !== null))];
    const ids = Int32Array.from(prompts).sort();
    const page = { tiers: new Int32Array(ids.length), skip: 0, limit: ids.length };
    return { kind: 'prompts' as const, brandId: ask.question.brandId, ids, ...page };
  });
  const names = await readNames(client, asks, budget);
  const rows: BreakdownRow[][] = [];
  for (const [place, { open, groups }] of shown.entries()) {
    if (pause.isDue()) await pause.take();
    const nameOf = new Map(names[place]?.map((name) => [name.id, name]));
    const { now, before } = samples.get(open) ?? none;
    rows.push(
      Array.from(groups, (group) => {
        const figures = figuresOf(open, group);
        const key = open.axes.keyOf(group, nameOf.get(open.axes.promptOf(group) ?? -1));
        return { ...figures, key, samples: { now: () => now(group), before: () => before(group) } };
      }),
    );
  }
  return rows;
}
