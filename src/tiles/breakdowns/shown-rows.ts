// The rows of a breakdown that are shown: what their intervals are computed from, and the names of their prompts.

import type { BreakdownRow } from '../../domain/breakdown/breakdown.js';
import { has } from '../../domain/breakdown/dimensions-and-measures.js';
import type { Budget } from '../../domain/budget.js';
import { noSamples, type PromptSamples } from '../../domain/statistics/sample.js';
import { readKept } from '../lists/kept-names.js';
import { readUnordered, type UnorderedAsk } from '../lists/names.js';
import { type SamplesOf, samplesIn } from './clusters.js';
import { askOf, beforeOf, type Kept, type Means, needsSnapshot, type Open, readSlices } from './open.js';
import { figuresIn } from './rank.js';
import { clusterPart, type Slice } from './slices.js';

/** Groups of a breakdown that are shown, in order. */
interface Shown {
  readonly open: Open;
  readonly groups: Float64Array;
}

/** What intervals of shown rows are computed from, in both windows. */
interface Samples {
  readonly now: SamplesOf;
  readonly before: SamplesOf;
}

const none: Samples = { now: () => noSamples, before: () => noSamples };

export async function readSamples(means: Means, shown: readonly Shown[]): Promise<ReadonlyMap<Open, Samples>> {
  const found = new Map<Open, Kept>();
  const readings = shown.flatMap(({ open, groups }) => {
    if (!open.ask.wants.has('clusters') || groups.length === 0) return [];
    const slices: Kept = open.kept ?? { now: [], before: [] };
    found.set(open, slices);
    if (open.kept) return [];
    const codes = new Set(Array.from(groups, (group) => open.axes.partsOf(group).piece));
    const parts = new Set([clusterPart(open.ask)]);
    return [
      ...[...codes].flatMap((code) => {
        const piece = open.pieces.get(code);
        return piece ? [{ open, code, ask: askOf(open, piece, parts), into: slices.now }] : [];
      }),
      ...beforeOf(open, parts).map((each) => ({ ...each, into: slices.before })),
    ];
  });
  await readSlices(means, readings, ({ into }, slices) => {
    into.push(...slices);
  });
  const samplesOf = ({ ask, axes }: Open, slices: readonly Slice[]) => samplesIn(slices, axes, has(ask.by, 'prompt'));
  return new Map(
    [...found].map(([open, { now, before }]) => [open, { now: samplesOf(open, now), before: samplesOf(open, before) }]),
  );
}

/** Those of one group, read where they are looked at. A class: two functions for each of thousands of rows take longer than naming them. */
class GroupSamples {
  constructor(
    private readonly of: Samples,
    private readonly group: number,
  ) {}

  now(): PromptSamples {
    return this.of.now(this.group);
  }

  before(): PromptSamples {
    return this.of.before(this.group);
  }
}

interface Naming {
  readonly samples: ReadonlyMap<Open, Samples>;
  readonly budget: Budget;
}

/** The shown rows with the ids and texts of their prompts. */
export async function namedRows(means: Means, shown: readonly Shown[], { samples, budget }: Naming) {
  const { client, pause, reading, keepsNames } = means;
  const asks = shown.map(({ open: { ask, axes }, groups }): UnorderedAsk => {
    const prompts = new Set<number>();
    for (const group of groups) {
      const prompt = axes.promptOf(group);
      if (prompt !== null) prompts.add(prompt);
    }
    return { kind: 'prompts', brandId: ask.question.brandId, ids: [...prompts] };
  });
  const names =
    keepsNames && reading?.proven.brandIds.length === 1
      ? await readKept(reading, asks, budget)
      : await readUnordered(client, asks, budget);
  if (!names) throw needsSnapshot;
  const rows: BreakdownRow[][] = [];
  for (const [place, { open, groups }] of shown.entries()) {
    if (pause.isDue()) await pause.take();
    const ofGroups = samples.get(open) ?? none;
    const figuresOf = figuresIn(open);
    const named: BreakdownRow[] = [];
    for (const group of groups) {
      const { runs, mentions, allMentions, prompts, citations, sums, before } = figuresOf(group);
      const key = open.axes.keyOf(group, names[place]?.get(open.axes.promptOf(group) ?? -1));
      const own = new GroupSamples(ofGroups, group);
      named.push({ runs, mentions, allMentions, prompts, citations, sums, before, key, samples: own });
    }
    rows.push(named);
  }
  return rows;
}
