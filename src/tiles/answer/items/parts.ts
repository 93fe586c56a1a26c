// The parts of an answer that count items: by URL, by domain, by query.

import type pg from 'pg';
import type { ItemCounts, ItemKind } from '../../../domain/lists/items.js';
import type { Ask, Part } from '../../../domain/summary.js';
import type { PostingKind } from '../../packed/items/kinds.js';
import { countItems } from '../../plain/raw-items.js';
import { CountGatherer, itemCountsOf } from './gatherers.js';
import { type ItemPlan, readPlans } from './plan.js';
import { gatherItems, type ItemRead } from './read.js';

/** The parts that count items of each kind. */
const partOf = { url: 'urlItems', domain: 'domainItems', query: 'queryItems' } as const satisfies Record<
  ItemKind,
  Part
>;
const kinds: readonly ItemKind[] = ['url', 'domain', 'query'];
export const itemParts: ReadonlySet<Part> = new Set(Object.values(partOf));

/** The parts of an ask that count items; those that it does not select are missing. */
type ItemParts = Partial<Record<(typeof partOf)[ItemKind], ItemCounts>>;

type CountRead = ItemRead & { readonly gatherer: CountGatherer };

/** What is counted for one ask. */
interface Counting {
  readonly ask: Ask;
  readonly runs: CountRead;
  readonly items: ReadonlyMap<ItemKind, CountRead>;
}

/** The parts of `asks` that count items, equal to those of `readRaw`; `onCorrupt` is called with asks whose rows are corrupt. */
export async function readItemParts(
  client: pg.ClientBase,
  asks: readonly Ask[],
  { onCorrupt, levels }: { readonly onCorrupt: (ask: Ask) => void; readonly levels: readonly number[] },
): Promise<ReadonlyMap<Ask, ItemParts>> {
  const answered = new Map<Ask, ItemParts>();
  const selecting = asks.filter(({ parts }) => [...parts].some((part) => itemParts.has(part)));
  if (selecting.length === 0) return answered;
  const plans = await readPlans(
    client,
    selecting.map(({ question }) => question),
    { levels, needsFilter: false },
  );
  const countings = selecting.flatMap((ask, index) => {
    const plan = plans[index];
    return plan ? [countingOf(ask, plan)] : [];
  });
  const reads = countings.flatMap(readsOf);
  const corrupt = await gatherItems(client, reads);
  for (const counting of countings) {
    if (readsOf(counting).some((read) => corrupt.has(read))) onCorrupt(counting.ask);
    else answered.set(counting.ask, partsOf(counting));
  }
  const left = selecting.filter((ask) => !answered.has(ask));
  for (const kind of kinds) await addRaw(client, kind, { asks: left, answered });
  return answered;
}

function countingOf(ask: Ask, plan: ItemPlan): Counting {
  const read = (kind: PostingKind): CountRead => ({ plan, gatherer: new CountGatherer(kind, plan) });
  const wanted = kinds.filter((kind) => ask.parts.has(partOf[kind]));
  return { ask, runs: read('runs'), items: new Map(wanted.map((kind) => [kind, read(kind)])) };
}

function readsOf({ runs, items }: Counting): readonly CountRead[] {
  return [runs, ...items.values()];
}

function partsOf({ runs, items }: Counting): ItemParts {
  const counts = [...items].map(([kind, { gatherer }]) => [
    partOf[kind],
    itemCountsOf(runs.gatherer.totals, gatherer.totals),
  ]);
  return Object.fromEntries(counts);
}

/** Adds one part of asks from raw rows. */
async function addRaw(
  client: pg.ClientBase,
  kind: ItemKind,
  { asks, answered }: { readonly asks: readonly Ask[]; readonly answered: Map<Ask, ItemParts> },
): Promise<void> {
  const selecting = asks.filter(({ parts }) => parts.has(partOf[kind]));
  if (selecting.length === 0) return;
  const questions = selecting.map(({ question }) => question);
  for (const [index, counts] of (await countItems(client, questions, kind)).entries()) {
    const ask = selecting[index];
    if (ask) answered.set(ask, { ...answered.get(ask), [partOf[kind]]: counts });
  }
}
