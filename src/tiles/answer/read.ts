// The answer to a question is the merge of the tiles that cover its window, plus what the marks say is not in them yet.
// One snapshot, and a fixed number of statements however many questions are asked.

import type pg from 'pg';
import { createPause, type Pause } from '../../domain/pause.js';
import { type Ask, nothing, type Part, type Summary } from '../../domain/summary.js';
import type { TileCache } from '../kept/tile-cache.js';
import type { Cell } from '../packed/cell.js';
import { everyLevel } from '../packed/levels.js';
import { readDated } from '../plain/raw.js';
import { type DatedAsk, daysOfAsk } from '../plain/run-spans.js';
import { type BrandState, readBrandState } from './brand-state.js';
import { gatherKept, gatherMissing, gatherRows, type KeptTiles } from './gather.js';
import { itemParts, readItemParts } from './items/parts.js';
import { groupByModel, modelFilterOf } from './model-group.js';
import { type DatedGroup, type Plan, planOf } from './plan.js';
import { hasFault, joined, portionsOf } from './portions.js';
import { readStored } from './stored-rows.js';
import { type Projection, summaryOf } from './to-summary.js';
import { type Lacking, readUnrolled, type Unrolled } from './unrolled.js';

/**
 * The answers to `asks`, in their order, equal to those of `readRaw`. To be called within one snapshot. `onCorrupt` is called with asks whose
 * tiles are corrupt; they are answered from raw rows. Tiles of other `levels` are not read, but for those of quarters.
 */
export async function readTiles(
  client: pg.ClientBase,
  asks: readonly Ask[],
  onCorrupt: (ask: Ask) => void = () => {},
  levels: readonly number[] = everyLevel,
  cache: TileCache | null = null,
): Promise<readonly Summary[]> {
  const portions = asks.map(({ question, parts }) => portionsOf({ question, parts: withoutItems(parts) }));
  const askOf = new Map(
    asks.flatMap((ask, index) => (portions[index] ?? []).map((portion) => [portion, ask] as const)),
  );
  const reported = new Set<Ask>();
  const reportOnce = (ask: Ask) => {
    if (!reported.has(ask)) onCorrupt(ask);
    reported.add(ask);
  };
  const selecting = [...askOf.keys()];
  const summaries = await readColumns(client, selecting, {
    onCorrupt: (portion) => reportOnce(askOf.get(portion) ?? portion),
    levels,
    cache,
  });
  const byPortion = new Map(selecting.map((portion, index) => [portion, summaries[index] ?? nothing]));
  const answered = portions.map((ofAsk) => joined(ofAsk.map((portion) => byPortion.get(portion) ?? nothing)));
  const dated = asks.filter((_, index) => !hasFault(answered[index] ?? nothing));
  const items = await readItemParts(client, dated, { onCorrupt: reportOnce, levels });
  return asks.map((ask, index) => ({ ...(answered[index] ?? nothing), ...items.get(ask) }));
}

function withoutItems(parts: ReadonlySet<Part>): ReadonlySet<Part> {
  return new Set([...parts].filter((part) => !itemParts.has(part)));
}

interface ReadOptions {
  readonly onCorrupt: (ask: Ask) => void;
  readonly levels: readonly number[];
  readonly cache: TileCache | null;
}

/** The parts that columns of tiles hold. */
async function readColumns(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { onCorrupt, levels, cache }: ReadOptions,
): Promise<readonly Summary[]> {
  if (asks.length === 0) return [];
  const { state, dated, answered } = await readDays(client, asks);
  const planned = dated.flatMap((each) => planOf(each, state, { levels, keepsHours: cache !== null }) ?? []);
  const pause = createPause();
  const whole = await gatherPlans(client, planned, { kept: cache && { cache, stamps: state.stamps }, pause });
  for (const projection of whole.flatMap((plan) => projectionsOf(plan, state))) {
    answered.set(projection.ask, summaryOf(projection, state));
    if (pause.isDue()) await pause.take();
  }
  for (const { group } of planned) for (const ask of group.asks) if (!answered.has(ask)) onCorrupt(ask);
  const left = dated.flatMap(({ asks: ofGroup, days }) =>
    ofGroup.filter((ask) => !answered.has(ask)).map((ask): DatedAsk => ({ ask, days })),
  );
  const plain = left.length > 0 ? await readDated(client, left) : [];
  for (const [index, summary] of plain.entries()) if (left[index]) answered.set(left[index].ask, summary);
  return asks.flatMap((ask) => answered.get(ask) ?? []);
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

interface Gathering {
  readonly kept: KeptTiles | null;
  readonly pause: Pause;
}

/** Gathers all that plans are about. Resolves to the plans without a corrupt block. */
async function gatherPlans(
  client: pg.ClientBase,
  plans: readonly Plan[],
  { kept, pause }: Gathering,
): Promise<readonly Plan[]> {
  const missing = kept
    ? await gatherKept(plans, kept, pause)
    : plans.flatMap((plan) => plan.reads.map((read) => ({ plan, read })));
  const { rows } = await readStored(client, missing);
  // What is not in the tiles is looked up while they are gathered.
  const [unrolled, corrupt] = await Promise.all([
    readUnrolled(client, plans.map(lackingOf)),
    kept ? gatherMissing(missing, rows, { kept, pause }) : gatherRows(rows, pause),
  ]);
  const whole = plans.filter((plan) => !corrupt.has(plan));
  addUnrolled(whole, unrolled);
  return whole;
}

function lackingOf({ group, raw, added }: Plan): Lacking {
  return { brandId: group.ask.question.brandId, raw, added };
}

function addUnrolled(plans: readonly Plan[], unrolled: readonly Unrolled[]): void {
  for (const { brandId, cells } of unrolled) {
    const ofBrand = plans.filter((plan) => plan.group.ask.question.brandId === brandId);
    for (const [quarter, ofQuarter] of cells) for (const plan of ofBrand) addCells(plan, quarter, ofQuarter);
  }
}

function addCells(plan: Plan, quarter: number, cells: readonly Cell[]): void {
  if (quarter < plan.quarters.first || quarter > plan.quarters.last) return;
  const admitted = cells.filter(({ prompt, model }) => plan.admitsCell(prompt, model));
  for (const cell of admitted) plan.tile.add(cell, quarter);
}
