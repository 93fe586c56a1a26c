// The answer to a question is the merge of the tiles that cover its window, plus what the marks say is not in them yet.
// One snapshot, and a fixed number of statements however many questions are asked.

import type pg from 'pg';
import { type BinaryRow, copyRows, int } from '../../database/copy/copy-rows.js';
import { createPause, type Pause } from '../../domain/pause.js';
import { type Ask, nothing, type Part, type Summary } from '../../domain/summary.js';
import { CorruptBlock } from '../packed/bytes.js';
import { type Cell, eachCell } from '../packed/cell.js';
import { everyLevel, startOf } from '../packed/levels.js';
import { readDated } from '../plain/raw.js';
import { type DatedAsk, daysOfAsk } from '../plain/run-spans.js';
import { type BrandState, readBrandState } from './brand-state.js';
import { itemParts, readItemParts } from './items/parts.js';
import { groupByModel, modelFilterOf } from './model-group.js';
import { type DatedGroup, type Plan, planOf, selectOf, type TileRead } from './plan.js';
import { hasFault, joined, portionsOf } from './portions.js';
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
}

/** The parts that columns of tiles hold. */
async function readColumns(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { onCorrupt, levels }: ReadOptions,
): Promise<readonly Summary[]> {
  if (asks.length === 0) return [];
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
  const plans = dated.map((each) => planOf(each, state, levels));
  const planned = plans.filter((plan) => plan !== null);
  const stored = await readStored(client, planned);
  // What is not in the tiles is looked up while they are gathered.
  const pause = createPause();
  const [unrolled, whole] = await Promise.all([
    readUnrolled(client, planned.map(lackingOf)),
    gatherAll(planned, stored, pause),
  ]);
  addUnrolled(whole, unrolled);
  const projections = whole.flatMap((plan) => projectionsOf(plan, state));
  for (const projection of projections) {
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

/** What each ask of a plan's group takes of what was gathered. */
function projectionsOf(plan: Plan, { models }: BrandState): readonly Projection[] {
  return plan.group.asks.map((ask) => ({ plan, ask, admits: modelFilterOf([ask], models) }));
}

interface StoredRow {
  readonly plan: Plan;
  readonly read: TileRead;
  readonly period: number;
  readonly blocks: BinaryRow;
}

/** The stored tiles of all plans, in one statement. */
async function readStored(client: pg.ClientBase, plans: readonly Plan[]): Promise<readonly StoredRow[]> {
  const reads = plans.flatMap((plan) => plan.reads.map((read) => ({ plan, read })));
  if (reads.length === 0) return [];
  const width = Math.max(1, ...reads.map(({ read }) => read.columns.length));
  const selects = reads.map(({ plan, read }, number) =>
    selectOf(read, number, { brandId: plan.group.ask.question.brandId, width }),
  );
  const rows = await copyRows(client, selects.join('\nunion all\n'));
  return rows.flatMap(([number, period, ...blocks]) => {
    const entry = reads[int(number)];
    return entry ? [{ ...entry, period: int(period), blocks }] : [];
  });
}

/** Gathers stored tiles in their plans, letting others have their turn meanwhile. Resolves to the plans whose tiles were whole. */
async function gatherAll(plans: readonly Plan[], rows: readonly StoredRow[], pause: Pause): Promise<readonly Plan[]> {
  const corrupt = new Set<Plan>();
  for (const row of rows) {
    if (corrupt.has(row.plan)) continue;
    if (pause.isDue()) await pause.take();
    try {
      gather(row);
    } catch (error) {
      if (!(error instanceof CorruptBlock)) throw error;
      corrupt.add(row.plan);
    }
  }
  return plans.filter((plan) => !corrupt.has(plan));
}

function gather({
  plan: { tile, admitsCell, admitsModel },
  read: { table, level, columns },
  period,
  blocks,
}: StoredRow): void {
  if (table === 'quarter_tile') {
    eachCell(blocks[0] ?? Buffer.alloc(0), (cell) => tile.add(cell, period), {
      selects: admitsCell,
      sections: tile.sections,
    });
    return;
  }
  const start = startOf(period, level);
  for (const [index, column] of columns.entries()) {
    const block = blocks[index];
    if (block) tile.unite(column, { block, level, start, selects: admitsModel });
  }
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
