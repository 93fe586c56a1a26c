// How many runs one prompt has by day, read with the state of its brand: a round trip costs as much as a page of them.

import { dayMs } from '../../domain/limits.js';
import type { Channel } from '../../domain/selection/channel.js';
import { admitsChannel } from '../../domain/selection/run-filter.js';
import type { RunSet } from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import { isWhole } from '../packed/bytes.js';
import type { BrandDamage } from '../packed/cover.js';
import { dayOf, monthLevel, periodOf } from '../packed/levels.js';
import { eachDayRuns } from '../packed/prompt-days.js';
import { runsOf } from '../plain/raw-sql.js';
import { quarterOf } from '../stored/marks.js';
import type { ReadMark } from '../stored/read-marks.js';

/** The parts of UTC days that a window cuts: at most two. */
export function edgesOf({ start, end }: Window): readonly Window[] {
  const [first, last] = [Math.ceil(start / dayMs) * dayMs, Math.floor(end / dayMs) * dayMs];
  if (first > last) return [{ start, end }];
  const edges = [
    { start, end: first },
    { start: last, end },
  ];
  return edges.filter((edge) => edge.start < edge.end);
}

/** What is stored of the months of a window, and the runs of its edges, counted from rows. */
export interface StoredRunDays {
  readonly months: readonly [month: number, block: string][] | null;
  readonly edges: readonly number[];
}

/** An SQL expression of that, as JSON. */
export function runDaysOf(set: RunSet, bind: (value: unknown) => string): string {
  const brand = bind(set.brandId);
  const { start, end } = set.window;
  const edges = edgesOf(set.window).map(
    (window) => `(select count(*) from ${runsOf({ ...set, window }, brand, bind)})`,
  );
  const monthAt = (instant: number) => bind(periodOf(quarterOf(instant), monthLevel));
  return `json_build_object('edges', json_build_array(${edges.join()}), 'months', (
    select json_agg(json_build_array(period, encode(day_runs, 'base64'))) from tile where brand_id = ${brand} and level = ${monthLevel}
      and scope = (select -number from prompt where brand_id = ${brand} and id = ${bind(set.promptId)}::uuid)
      and period between ${monthAt(start)} and ${monthAt(end - 1)}))`;
}

/** What is known of a set. */
interface DaysState {
  readonly channels: ReadonlyMap<number, Channel>;
  readonly marks: readonly Pick<ReadMark, 'quarter'>[];
  readonly runDays: StoredRunDays | null;
}

/**
 * The runs of a set by day, those that the window cuts included, and the days that have to be counted from rows because runs wait there. `null`: a
 * month is damaged.
 */
export function runDaysIn(
  { brandId, window, model, filter }: RunSet,
  { channels, marks, runDays }: DaysState,
  onDamage: (damage: BrandDamage) => void,
) {
  const { months, edges } = runDays ?? { months: [], edges: [] };
  const [first, end] = [Math.ceil(window.start / dayMs), Math.floor(window.end / dayMs)];
  const isWithin = (day: number) => day >= first && day < end;
  const waiting = new Set(marks.map(({ quarter }) => dayOf(quarter)).filter(isWithin));
  const days = edgesOf(window).map(({ start }, place) => [dayOf(quarterOf(start)), edges[place] ?? 0] as const);
  let isRead = true;
  for (const [period, block] of months ?? []) {
    const add = (day: number, number: number, runs: number) => {
      const channel = channels.get(number);
      const isOurs = channel && (model === null || channel.model === model) && admitsChannel(filter, channel);
      if (isOurs && isWithin(day) && !waiting.has(day)) days.push([day, runs]);
    };
    if (isWhole(() => eachDayRuns(Buffer.from(block, 'base64'), add))) continue;
    onDamage({ brandId, level: monthLevel, period });
    isRead = false;
  }
  return isRead ? { days, waiting: [...waiting] } : null;
}
