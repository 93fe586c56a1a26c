// The distinct prompts and models of items.

import type pg from 'pg';
import type { DetailAsk, ItemDetails } from '../../domain/lists/item-details.js';
import { everyLevel } from '../packed/levels.js';
import { readRawDetails } from '../plain/raw-items.js';
import { DetailGatherer } from './items/gatherers.js';
import { type FilteredPlan, type ItemPlan, readPlans } from './items/plan.js';
import { gatherItems } from './items/read.js';
import { WholeDetailGatherer } from './items/whole-details.js';

/**
 * The details of each ask, in their order, equal to those of `readRawDetails`. To be called within one snapshot. `onCorrupt` is called with asks
 * whose tiles are corrupt; they are answered from raw rows. Tiles of other `levels` are not read, but for those of quarters.
 */
export async function readItemDetails(
  client: pg.ClientBase,
  asks: readonly DetailAsk[],
  onCorrupt: (ask: DetailAsk) => void = () => {},
  levels: readonly number[] = everyLevel,
): Promise<readonly ItemDetails[]> {
  if (asks.length === 0) return [];
  const questions = asks.map(({ question }) => question);
  const plans = await readPlans(client, questions, { levels, needsFilter: true });
  const reads = asks.flatMap((ask, index) => {
    const plan = plans[index];
    return plan && isFiltered(plan) ? [{ ask, plan, gatherer: gathererOf(ask, plan) }] : [];
  });
  const whole = reads.filter(({ ask }) => ask.ids === null);
  const listed = reads.filter(({ ask }) => ask.ids !== null);
  const corrupt = new Set([...(await gatherItems(client, listed)), ...(await gatherItems(client, whole, true))]);
  for (const read of reads) if (corrupt.has(read)) onCorrupt(read.ask);
  const answered = new Map(
    reads.filter((read) => !corrupt.has(read)).map(({ ask, gatherer }) => [ask, gatherer.details()]),
  );
  const left = asks.filter((ask) => !answered.has(ask));
  for (const [index, details] of (await readRawDetails(client, left)).entries())
    if (left[index]) answered.set(left[index], details);
  return asks.flatMap((ask) => answered.get(ask) ?? []);
}

function isFiltered(plan: ItemPlan): plan is FilteredPlan {
  return plan.filter !== null;
}

function gathererOf({ kind, ids }: DetailAsk, plan: FilteredPlan): DetailGatherer | WholeDetailGatherer {
  return ids ? new DetailGatherer(kind, ids, plan) : new WholeDetailGatherer(kind, plan);
}
