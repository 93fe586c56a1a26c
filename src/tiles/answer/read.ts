// The answer to a question is the merge of the tiles that cover its window, plus what the marks say is not in them yet.
// One snapshot, and a fixed number of statements however many questions are asked.

import type pg from 'pg';
import { createPause } from '../../domain/pause.js';
import { type Ask, nothing, type Part, type Summary } from '../../domain/summary.js';
import type { Window } from '../../domain/window.js';
import type { TileCache } from '../kept/tile-cache.js';
import { everyLevel } from '../packed/levels.js';
import { readDated } from '../plain/raw.js';
import { type DatedAsk, daysOfAsk } from '../plain/run-spans.js';
import { versionOf } from '../stored/stamps.js';
import { type BrandState, readBrandState } from './brand-state.js';
import { gatherPlans } from './gather-plans.js';
import { itemParts, readItemParts } from './items/parts.js';
import { groupByModel, modelFilterOf } from './model-group.js';
import { type DatedGroup, type Plan, planOf } from './plan.js';
import { hasFault, joined, portionsOf } from './portions.js';
import { type Projection, summaryOf } from './to-summary.js';

export interface TileOptions {
  /** Called with asks whose tiles are corrupt, and the period to rebuild; they are answered from raw rows. */
  readonly onCorrupt?: (ask: Ask, period: Window) => void;
  /** Tiles of other levels are not read, but for those of quarters. */
  readonly levels?: readonly number[];
  /** What is kept of tiles; `null`: everything is read. */
  readonly cache?: TileCache | null;
}

/** The answers to `asks`, in their order, equal to those of `readRaw`. To be called within one snapshot. */
export async function readTiles(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { onCorrupt = () => {}, levels = everyLevel, cache = null }: TileOptions = {},
): Promise<readonly Summary[]> {
  const portions = asks.map(({ question, parts }) => portionsOf({ question, parts: withoutItems(parts) }));
  const askOf = new Map(
    asks.flatMap((ask, index) => (portions[index] ?? []).map((portion) => [portion, ask] as const)),
  );
  const reported = new Set<Ask>();
  const reportOnce = (ask: Ask, period = ask.question.window) => {
    if (!reported.has(ask)) onCorrupt(ask, period);
    reported.add(ask);
  };
  const selecting = [...askOf.keys()];
  const summaries = await readColumns(client, selecting, {
    onCorrupt: (portion, period) => reportOnce(askOf.get(portion) ?? portion, period),
    levels,
    cache,
  });
  const answered = joinPortions(portions, new Map(selecting.map((portion, index) => [portion, summaries[index]])));
  const dated = asks.filter((_, index) => !hasFault(answered[index] ?? nothing));
  const items = await readItemParts(client, dated, { onCorrupt: reportOnce, levels });
  return asks.map((ask, index) => ({ ...(answered[index] ?? nothing), ...items.get(ask) }));
}

export interface OnceOptions {
  /** What is kept of tiles; `null`: everything is read. */
  readonly cache: TileCache | null;
  /** The version of the one brand that is asked about, and of what all share, as other things of the answer have it; `null`: not known. */
  readonly version?: string | null;
}

/**
 * As `readTiles`, but outside a snapshot, in two statements or one. `null`: this was not possible, because something changed between them, or since
 * `version`, or because raw rows are needed; then nothing was answered, and it has to be read in a snapshot.
 */
export async function readWithoutSnapshot(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { cache, version = null }: OnceOptions,
): Promise<readonly Summary[] | null> {
  if (asks.some(({ parts }) => [...parts].some((part) => itemParts.has(part)))) return null;
  const portions = asks.map(portionsOf);
  const selecting = portions.flat();
  const { state, dated, answered } = await readDays(client, selecting);
  if (version !== null && versionOf(state.proof) !== version) return null;
  const planned = plansOf(dated, state, { levels: everyLevel, cache });
  if (planned.length < dated.length) return null;
  const gathered = await gatherPlans(client, planned, { cache, state, pause: createPause(), isOneInstant: false });
  if (!gathered || gathered.corrupt.size > 0) return null;
  await summarize(gathered.whole, { state, answered });
  return joinPortions(portions, answered);
}

function joinPortions(
  portions: readonly (readonly Ask[])[],
  answered: ReadonlyMap<Ask, Summary | undefined>,
): readonly Summary[] {
  return portions.map((ofAsk) => joined(ofAsk.map((portion) => answered.get(portion) ?? nothing)));
}

function withoutItems(parts: ReadonlySet<Part>): ReadonlySet<Part> {
  return new Set([...parts].filter((part) => !itemParts.has(part)));
}

/** The parts that columns of tiles hold. */
async function readColumns(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { onCorrupt, levels, cache }: Required<TileOptions>,
): Promise<readonly Summary[]> {
  if (asks.length === 0) return [];
  const { state, dated, answered } = await readDays(client, asks);
  const planned = plansOf(dated, state, { levels, cache });
  const gathering = { cache, state, pause: createPause(), isOneInstant: true };
  const gathered = await gatherPlans(client, planned, gathering);
  await summarize(gathered?.whole ?? [], { state, answered });
  for (const [{ group }, period] of gathered?.corrupt ?? []) for (const ask of group.asks) onCorrupt(ask, period);
  const left = dated.flatMap(({ asks: ofGroup, days }) =>
    ofGroup.filter((ask) => !answered.has(ask)).map((ask): DatedAsk => ({ ask, days })),
  );
  const plain = left.length > 0 ? await readDated(client, left) : [];
  for (const [index, summary] of plain.entries()) if (left[index]) answered.set(left[index].ask, summary);
  return asks.flatMap((ask) => answered.get(ask) ?? []);
}

function plansOf(
  dated: readonly DatedGroup[],
  state: BrandState,
  { levels, cache }: Pick<Required<TileOptions>, 'levels' | 'cache'>,
): readonly Plan[] {
  return dated.flatMap((each) => planOf(each, state, { levels, keepsHours: cache !== null }) ?? []);
}

interface DatedAsks {
  readonly state: BrandState;
  readonly dated: readonly DatedGroup[];
  /** Where the days of a series are refused, nothing is read. */
  readonly answered: Map<Ask, Summary>;
}

/** The asks by model, and the days of their series. */
async function readDays(client: pg.ClientBase, asks: readonly Ask[]): Promise<DatedAsks> {
  const groups = groupByModel(asks);
  const state = await readBrandState(
    client,
    groups.map(({ ask }) => ask),
  );
  const answered = new Map<Ask, Summary>();
  const dated: DatedGroup[] = [];
  for (const group of groups) {
    const days = daysOfAsk(group.ask, state.spans.get(group.ask) ?? null);
    if ('message' in days) for (const ask of group.asks) answered.set(ask, { ...nothing, days });
    else dated.push({ ...group, days });
  }
  return { state, dated, answered };
}

/** What each ask of a plan's group takes of what was gathered. */
function projectionsOf(plan: Plan, { models }: BrandState): readonly Projection[] {
  return plan.group.asks.map((ask) => ({ plan, ask, admits: modelFilterOf([ask], models) }));
}

/** Adds the answers to the asks of plans to those that there are. */
async function summarize(
  plans: readonly Plan[],
  { state, answered }: Pick<DatedAsks, 'state' | 'answered'>,
): Promise<void> {
  const pause = createPause();
  for (const projection of plans.flatMap((plan) => projectionsOf(plan, state))) {
    answered.set(projection.ask, summaryOf(projection, state));
    if (pause.isDue()) await pause.take();
  }
}
