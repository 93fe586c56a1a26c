// What lists are ordered by that are in the order of distinct prompts. An item has at most as many of them as runs, so that a page of those with most
// prompts is found among those with most runs: the details of few items are read instead of those of all.

import type { ItemDetails } from '../../domain/lists/item-details.js';
import type { ListAsk } from '../../domain/lists/lists.js';
import type { Reading } from '../scan/reading.js';
import { readDetails } from './count-lists.js';
import { countsOf, isItemAsk } from './item-list.js';
import { stretchOf } from './ranking/ranking.js';
import type { OpenList } from './table.js';

/** So many items are looked at first, and so many at most before all are: fewer where each takes a bit for each of many prompts. */
export const firstItems = 200;
const maxItems = 5_000;
const maxBits = 2 ** 26;

interface OrderOptions {
  /** Whether all rows are shown. */
  readonly isWhole: boolean;
  readonly firstItems: number;
}

/** The details of at least those rows that can be on the page, of lists in their order; of all rows where `isWhole`. */
export async function readOrderDetails(
  reading: Reading,
  lists: readonly OpenList[],
  { isWhole, firstItems }: OrderOptions,
): Promise<ReadonlyMap<ListAsk, ItemDetails>> {
  const found = new Map<ListAsk, ItemDetails>();
  let open = lists.filter(({ counted: { ask } }) => ask.orderBy === 'prompts' && ask.wants.has('rows'));
  for (let items = firstItems; open.length > 0; items *= 5) {
    const candidates = open.map((list) => {
      const prompts = reading.stateOf(list.counted.ask.question).lastPrompt ?? 0;
      const bounds = { items, most: Math.min(maxItems, maxBits / (prompts + 1)) };
      return { list, most: isWhole ? null : mostCited(list, bounds) };
    });
    const asked = candidates.map(({ list, most }) => ({ ask: list.counted.ask, ids: most?.ids ?? null }));
    for (const [ask, details] of await readDetails(reading, asked)) found.set(ask, details);
    open = candidates.flatMap(({ list, most }) => {
      const details = found.get(list.counted.ask);
      return most && details && !isEnough(list, most, details) ? [list] : [];
    });
  }
  return found;
}

interface Candidates {
  /** Ascending. */
  readonly ids: Int32Array;
  /** All others have fewer runs; 0: there are no others. */
  readonly leastRuns: number;
}

/** The items with most runs among the rows that are left; `null`: too many have as many, or the list begins with the others. */
function mostCited(
  { counted: { ask, current }, left }: OpenList,
  { items, most }: { readonly items: number; readonly most: number },
): Candidates | null {
  const { skip, limit, direction } = ask;
  const wanted = Math.max(items, skip + limit);
  if (!isItemAsk(ask) || direction === 'asc' || wanted > most) return null;
  const { ids, runs } = countsOf(ask.kind, current);
  const keys = Float64Array.from(left, (place) => runs[place] ?? 0);
  const { places } = stretchOf(keys, { direction: 'desc', skip: 0, limit: wanted });
  if (places.length > most) return null;
  const leastRuns = places.reduce((least, place) => Math.min(least, keys[place] ?? 0), Number.POSITIVE_INFINITY);
  return {
    ids: places.map((place) => ids[left[place] ?? 0] ?? 0),
    leastRuns: places.length === left.length ? 0 : leastRuns,
  };
}

/** Whether no other item can be on the page, or be equal to its last one. */
function isEnough({ counted: { ask } }: OpenList, { leastRuns }: Candidates, { prompts }: ItemDetails): boolean {
  const last = prompts.toSorted((a, b) => b - a)[ask.skip + ask.limit - 1] ?? 0;
  return last >= leastRuns;
}
