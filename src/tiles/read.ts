// The answer to a question is the merge of the tiles that cover its window, plus what the marks say is not in them yet.
// One snapshot, and a fixed number of statements however many questions are asked.

import type pg from 'pg';
import type { Ask, Summary } from '../domain/summary.js';
import { CorruptBlock } from './bytes.js';
import type { Cell } from './cell.js';
import { uniteColumn } from './codec.js';
import { type BinaryRow, copyRows, int } from './copy-rows.js';
import { rangesOf } from './cover.js';
import { gatherCells } from './gather-cells.js';
import { type Known, readKnown } from './known.js';
import { startOf } from './levels.js';
import { type Plan, planOf, selectOf, type TileRead } from './plan.js';
import { readRaw } from './raw.js';
import { cellsOfSelections, type RunSelection } from './raw-cells.js';
import { selectScopes } from './scopes.js';
import { readSources } from './sources.js';
import { summaryOf } from './to-summary.js';

/**
 * The answers to `asks`, in their order, equal to those of `readRaw`. To be called within one snapshot. `onCorrupt` is told of asks whose
 * tiles could not be believed; they are answered from raw rows.
 */
export async function readTiles(
  client: pg.ClientBase,
  asks: readonly Ask[],
  onCorrupt: (ask: Ask) => void = () => {},
): Promise<readonly Summary[]> {
  const known = await readKnown(client, asks);
  const plans = await plansOf(client, asks, known);
  const whole = await readPlanned(
    client,
    plans.filter((plan) => plan !== null),
  );
  await addUnrolled(client, whole);
  const sourcesOf = await readSources(client, whole);
  for (const plan of plans) if (plan && !sourcesOf.has(plan)) onCorrupt(plan.ask);
  const answered = new Map([...sourcesOf].map(([plan, sources]) => [plan.ask, summaryOf(plan, { ...known, sources })]));
  const left = asks.filter((ask) => !answered.has(ask));
  const plain = left.length > 0 ? await readRaw(client, left) : [];
  for (const [index, summary] of plain.entries()) if (left[index]) answered.set(left[index], summary);
  return asks.flatMap((ask) => answered.get(ask) ?? []);
}

/** A plan for each ask; `null` where tiles cannot answer it. */
async function plansOf(client: pg.ClientBase, asks: readonly Ask[], { models, marks }: Known) {
  const filtered = asks.filter(({ question }) => question.tags.length > 0);
  const selections = await selectScopes(
    client,
    filtered.map(({ question }) => question),
  );
  const selected = new Map(filtered.map((ask, index) => [ask, selections[index]]));
  return asks.map((ask) =>
    planOf(ask, { marks: marks.get(ask.question.brandId) ?? [], models, selection: selected.get(ask) ?? null }),
  );
}

/** Gathers the stored tiles of all plans in one statement. Resolves to the plans whose tiles were whole. */
async function readPlanned(client: pg.ClientBase, plans: readonly Plan[]): Promise<readonly Plan[]> {
  const reads = plans.flatMap((plan) => plan.reads.map((read) => ({ plan, read })));
  if (reads.length === 0) return plans;
  const width = Math.max(1, ...reads.map(({ read }) => read.columns.length));
  const selects = reads.map(({ plan, read }, number) =>
    selectOf(read, number, { brandId: plan.ask.question.brandId, width }),
  );
  const corrupt = new Set<Plan>();
  for (const [number, period, ...blocks] of await copyRows(client, selects.join('\nunion all\n'))) {
    const entry = reads[int(number)];
    if (!entry || corrupt.has(entry.plan)) continue;
    try {
      gather(entry.plan, entry.read, { period: int(period), blocks });
    } catch (error) {
      if (!(error instanceof CorruptBlock)) throw error;
      corrupt.add(entry.plan);
    }
  }
  return plans.filter((plan) => !corrupt.has(plan));
}

function gather(
  { tile, wantsCell, wantsModel }: Plan,
  { table, level, columns }: TileRead,
  { period, blocks }: { period: number; blocks: BinaryRow },
): void {
  if (table === 'quarter_tile') {
    gatherCells(blocks[0] ?? Buffer.alloc(0), period, (prompt, model) => (wantsCell(prompt, model) ? tile : null));
    return;
  }
  const start = startOf(period, level);
  for (const [index, column] of columns.entries()) {
    const block = blocks[index];
    if (block) uniteColumn(tile, column, { block, level, start, wanted: wantsModel });
  }
}

/** Adds what marks keep out of the tiles: stale quarters from their raw rows, and runs that no tile holds yet. */
async function addUnrolled(client: pg.ClientBase, plans: readonly Plan[]): Promise<void> {
  const brandIds = [...new Set(plans.map((plan) => plan.ask.question.brandId))];
  const selections = brandIds.flatMap((brandId): RunSelection[] => {
    const ofBrand = plans.filter((plan) => plan.ask.question.brandId === brandId);
    const stale = [...new Set(ofBrand.flatMap((plan) => plan.raw))].sort((a, b) => a - b);
    const added = [...new Set(ofBrand.flatMap((plan) => plan.added))];
    return [
      { brandId, quarters: rangesOf(stale) },
      { brandId, ids: added },
    ];
  });
  for (const [index, quarters] of (await cellsOfSelections(client, selections)).entries()) {
    const ofBrand = plans.filter((plan) => plan.ask.question.brandId === selections[index]?.brandId);
    for (const [quarter, cells] of quarters) for (const plan of ofBrand) addCells(plan, quarter, cells);
  }
}

function addCells(plan: Plan, quarter: number, cells: readonly Cell[]): void {
  if (quarter < plan.quarters.first || quarter > plan.quarters.last) return;
  const wanted = cells.filter(({ prompt, model }) => plan.wantsCell(prompt, model));
  for (const cell of wanted) plan.tile.add(cell, quarter);
  if (plan.ask.parts.has('sourcePrompts')) plan.unrolled.push(...wanted);
}
