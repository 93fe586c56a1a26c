// The order of the groups of a breakdown. Pure, in turns: there may be a million.

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import { hasFigures, measures } from '../../domain/breakdown/dimensions-and-measures.js';
import type { ComparedFigures } from '../../domain/breakdown/group-figures.js';
import { bump } from '../../domain/counts/arrays.js';
import type { Pause } from '../../domain/pause.js';
import { rankAll } from '../lists/ranking/ranking.js';
import type { Axes } from './axes.js';
import type { Grouping } from './fill.js';
import { at } from './groups.js';

interface Grouped {
  readonly ask: BreakdownAsk;
  readonly axes: Axes;
  readonly now: Grouping;
  /** In the compared window; `null`: nobody wants it. */
  readonly before: Grouping | null;
}

/** The numbers of all groups in the order of the list. */
export async function rank(grouped: Grouped, pause: Pause): Promise<Float64Array> {
  const { ask, axes, now } = grouped;
  const isMirrored = ask.orderBy === 'key' && ask.direction === 'desc';
  const runsOf = (code: number) => now.whole.value(now.whole.rowOf(axes.withoutCompany(code)), at.runs);
  const isLeft = (code: number) => runsOf(code) >= ask.minRuns;
  const left = ask.minRuns > 1 ? now.groups.codes.filter(isLeft) : now.groups.codes;
  if (isMirrored) return Float64Array.from(left, axes.mirrored).sort().map(axes.mirrored);
  const codes = new Float64Array(left).sort();
  if (ask.orderBy === 'key') return codes;
  const { of } = measures[ask.orderBy];
  const figuresOf = figuresIn(grouped);
  const keys = new Float64Array(codes.length);
  for (let place = 0; place < codes.length; place++) {
    if (place % 1_000 === 0 && pause.isDue()) await pause.take();
    keys[place] = of(figuresOf(codes[place] ?? 0)) ?? Number.NaN;
  }
  if (pause.isDue()) await pause.take();
  return inTiers(codes, rankAll(keys, ask.direction).tiers);
}

/** Numbers by tier; those of one tier stay in their order. */
function inTiers(codes: Float64Array, tiers: Int32Array): Float64Array {
  // Counted, which takes a tenth of sorting.
  const next = new Float64Array(codes.length + 1);
  for (let place = 0; place < tiers.length; place++) bump(next, (tiers[place] ?? 0) + 1, 1);
  for (let tier = 1; tier < next.length; tier++) bump(next, tier, next[tier - 1] ?? 0);
  const ordered = new Float64Array(codes.length);
  for (let place = 0; place < tiers.length; place++) {
    const tier = tiers[place] ?? 0;
    ordered[next[tier] ?? 0] = codes[place] ?? 0;
    bump(next, tier, 1);
  }
  return ordered;
}

/** The figures of groups in both windows, by number. Plain reads: there may be a million groups. */
export function figuresIn({ ask, axes, now, before }: Grouped): (code: number) => ComparedFigures {
  const { groups, whole } = now;
  const isWhole = hasFigures(ask.by);
  const hasSums = isWhole && (ask.wants.has('figures') || ask.orderBy === 'position');
  return (code) => {
    const all = whole === groups ? code : axes.withoutCompany(code);
    const row = groups.rowOf(code);
    const wholeRow = whole === groups ? row : whole.rowOf(all);
    return {
      runs: whole.value(wholeRow, at.runs),
      mentions: groups.value(row, at.mentions),
      allMentions: whole.value(wholeRow, at.allMentions),
      prompts: groups.value(row, at.prompts),
      citations: isWhole ? whole.value(wholeRow, at.citations) : null,
      sums: hasSums ? groups.sumsOf(row) : null,
      before: before && {
        runs: before.whole.value(before.whole.rowOf(all), at.runs),
        mentions: before.groups.value(before.groups.rowOf(code), at.mentions),
      },
    };
  };
}
