// What lists are ordered by that are in the order of distinct prompts. An item has at most as many of them as runs, so that a page of those with most
// prompts is found among those with most runs: the details of few items are read instead of those of all.

import type { Reading } from '../scan/reading.js';
import { addDetails } from './count.js';
import { idsAt, leftIn, type OpenList } from './list.js';
import { valuesAt } from './ranking/places.js';
import { stretchOf } from './ranking/ranking.js';

/** So many items are looked at first, and so many at most before all are: fewer where each takes a bit for each of many prompts. */
export const firstItems = 200;
const maxItems = 5_000;
const maxBits = 2 ** 26;

interface OrderOptions {
  /** Whether all rows are shown. */
  readonly isWhole: boolean;
  readonly firstItems: number;
}

/** Reads the details of at least those rows that can be on the page, of lists in their order; of all rows where `isWhole`. */
export async function addOrderDetails(
  reading: Reading,
  lists: readonly OpenList[],
  { isWhole, firstItems }: OrderOptions,
): Promise<void> {
  const isOrdered = ({ ask }: OpenList) =>
    ask.orderBy === 'prompts' && ask.presence !== 'lost' && ask.wants.has('rows');
  let open = lists.filter(isOrdered);
  for (let items = firstItems; open.length > 0; items *= 5) {
    const looked = open.map((list) => {
      const prompts = reading.stateOf(list.ask.question).lastPrompt ?? 0;
      const bounds = { items, most: Math.min(maxItems, maxBits / (prompts + 1)) };
      return { list, ...(isWhole ? everyItem : mostCited(list, bounds)) };
    });
    await addDetails(reading, looked);
    open = looked.flatMap(({ list, leastRuns }) => (isEnough(list, leastRuns) ? [] : [list]));
  }
}

interface Candidates {
  /** Ascending; `null`: all. */
  readonly ids: Int32Array | null;
  /** All others have fewer runs; 0: there are no others. */
  readonly leastRuns: number;
}

const everyItem: Candidates = { ids: null, leastRuns: 0 };

/** The items with most runs among the rows that are left; all, where too many have as many, or the list begins with the others. */
function mostCited(list: OpenList, { items, most }: { readonly items: number; readonly most: number }): Candidates {
  const { ask, table, items: parts } = list;
  const { skip, limit, direction } = ask;
  const wanted = Math.max(items, skip + limit);
  if (!parts || direction === 'asc' || wanted > most) return everyItem;
  const keys = leftIn(list, valuesAt(table.ids, parts.current.ids, parts.current.runs));
  const { places } = stretchOf(keys, { direction: 'desc', skip: 0, limit: wanted });
  if (places.length > most) return everyItem;
  const leastRuns = places.reduce((least, place) => Math.min(least, keys[place] ?? 0), Number.POSITIVE_INFINITY);
  return { ids: idsAt(list, places), leastRuns: places.length === keys.length ? 0 : leastRuns };
}

/** Whether no other item can be on the page, or be equal to its last one. */
function isEnough({ ask, items }: OpenList, leastRuns: number): boolean {
  if (leastRuns === 0) return true;
  const prompts = items?.details?.prompts.toSorted() ?? [];
  return (prompts.at(-ask.skip - ask.limit) ?? 0) >= leastRuns;
}
