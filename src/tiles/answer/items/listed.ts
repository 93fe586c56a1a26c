// The counts of some items: of a page's rows in another window. Only the chunks that hold them are read.

import type pg from 'pg';
import type { DetailAsk } from '../../../domain/lists/item-details.js';
import { type ItemCounts, type ItemKind, itemKinds } from '../../../domain/lists/items.js';
import { chunksOf } from '../../packed/items/chunks.js';
import { everyLevel } from '../../packed/levels.js';
import { countItems } from '../../plain/raw-items.js';
import { CountGatherer, itemCountsOf } from './gatherers.js';
import { readPlans } from './plan.js';
import { gatherItems } from './read.js';

/** Items of a question whose counts are asked for. */
type ListedAsk = DetailAsk & { readonly ids: Int32Array };

/**
 * The counts of the listed items of each ask, in their order; an item without a run is missing. To be called within one snapshot. `onCorrupt` is
 * called with asks whose rows are corrupt; they are answered from raw rows.
 */
export async function readListedCounts(
  client: pg.ClientBase,
  asks: readonly ListedAsk[],
  onCorrupt: (ask: ListedAsk) => void = () => {},
  levels: readonly number[] = everyLevel,
): Promise<readonly ItemCounts[]> {
  if (asks.length === 0) return [];
  const questions = asks.map(({ question }) => question);
  const plans = await readPlans(client, questions, { levels, needsFilter: false });
  const countings = asks.flatMap((ask, index) => {
    const plan = plans[index];
    if (!plan) return [];
    const runs = { plan, gatherer: new CountGatherer('runs', plan) };
    return { ask, runs, items: { plan, gatherer: new CountGatherer(ask.kind, plan, chunksOf(ask.ids)) } };
  });
  const corrupt = await gatherItems(
    client,
    countings.flatMap(({ runs, items }) => [runs, items]),
  );
  const answered = new Map<ListedAsk, ItemCounts>();
  for (const { ask, runs, items } of countings) {
    if (corrupt.has(runs) || corrupt.has(items)) onCorrupt(ask);
    else answered.set(ask, listed(itemCountsOf(runs.gatherer.totals, items.gatherer.totals), ask));
  }
  for (const kind of itemKinds) await addRaw(client, kind, { asks, answered });
  return asks.flatMap((ask) => answered.get(ask) ?? []);
}

interface Answering {
  readonly asks: readonly ListedAsk[];
  readonly answered: Map<ListedAsk, ItemCounts>;
}

/** Adds the counts of one kind that are left from raw rows. */
async function addRaw(client: pg.ClientBase, kind: ItemKind, { asks, answered }: Answering): Promise<void> {
  const left = asks.filter((ask) => ask.kind === kind && !answered.has(ask));
  if (left.length === 0) return;
  const questions = left.map(({ question }) => question);
  for (const [index, counts] of (await countItems(client, questions, kind)).entries()) {
    const ask = left[index];
    if (ask) answered.set(ask, listed(counts, ask));
  }
}

/** Those of the counts that were asked for. Of other items in the same chunks some counts may be missing. */
function listed(counts: ItemCounts, { ids }: ListedAsk): ItemCounts {
  const wanted = new Set(ids);
  const isListed = (_: number, place: number) => wanted.has(counts.ids[place] ?? 0);
  return {
    allRuns: counts.allRuns,
    searchedRuns: counts.searchedRuns,
    ids: counts.ids.filter(isListed),
    runs: counts.runs.filter(isListed),
    citations: counts.citations.filter(isListed),
    mentioned: counts.mentioned.filter(isListed),
  };
}
