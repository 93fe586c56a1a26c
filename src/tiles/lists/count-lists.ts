// The first step of every list: what is counted in its windows, from tiles.

import type { ItemDetails } from '../../domain/lists/item-details.js';
import type { ListAsk } from '../../domain/lists/lists.js';
import type { Ask, Part } from '../../domain/summary.js';
import { readItemDetails } from '../answer/item-scans.js';
import { answerAsks } from '../answer/read.js';
import type { Reading } from '../scan/reading.js';
import { isItemAsk, itemOf, partOf } from './item-list.js';
import { type Counted, previousOf } from './table.js';

/** What each ask counts, in a fixed number of statements. */
export async function countLists(
  reading: Reading,
  asks: readonly ListAsk[],
  isWhole: boolean,
): Promise<readonly Counted[]> {
  const currents = asks.map((ask): Ask => ({ question: ask.question, parts: partsOf(ask) }));
  const previous = asks.map((ask): Ask | null => {
    const question = isWhole || !isCountedLater(ask) ? previousOf(ask) : null;
    return question && { question, parts: new Set<Part>([previousPart(ask)]) };
  });
  const befores = previous.filter((ask) => ask !== null);
  const summaries = await answerAsks(reading, [...currents, ...befores]);
  const byAsk = new Map<Ask | null, (typeof summaries)[number] | undefined>(
    [...currents, ...befores].map((ask, index) => [ask, summaries[index]]),
  );
  return asks.flatMap((ask, index) => {
    const current = byAsk.get(currents[index] ?? null);
    return current ? { ask, current, previous: byAsk.get(previous[index] ?? null) ?? null, details: null } : [];
  });
}

/** Whether only the rows of a page are counted in the window before: there are many of them, and none is ordered by that. */
function isCountedLater({ kind, orderBy }: ListAsk): boolean {
  return (kind === 'urls' || kind === 'queries') && orderBy !== 'change';
}

function countedPart(ask: ListAsk): Part {
  return isItemAsk(ask) ? partOf[ask.kind] : 'promptTotals';
}

/** Of prompts, only visibility is compared. */
function previousPart(ask: ListAsk): Part {
  return isItemAsk(ask) ? partOf[ask.kind] : 'promptMentions';
}

function partsOf(ask: ListAsk): ReadonlySet<Part> {
  const parts = new Set<Part>([countedPart(ask)]);
  if (needsUrls(ask)) parts.add('urlItems');
  return parts;
}

/** Whether the distinct URLs of domains are shown. */
export function needsUrls({ kind, wants }: ListAsk): boolean {
  return kind === 'domains' && wants.has('rows') && wants.has('urls');
}

/** The details of some rows of lists of items, or of all; no statement where there are none. */
export async function readDetails(
  reading: Reading,
  lists: readonly { readonly ask: ListAsk; readonly ids: Int32Array | null }[],
): Promise<ReadonlyMap<ListAsk, ItemDetails>> {
  const asks = lists.flatMap(({ ask, ids }) =>
    isItemAsk(ask) ? [{ ask, details: { question: ask.question, kind: itemOf[ask.kind], ids } }] : [],
  );
  if (asks.length === 0) return new Map();
  const details = await readItemDetails(
    reading,
    asks.map((each) => each.details),
  );
  return new Map(asks.flatMap(({ ask }, index) => (details[index] ? [[ask, details[index]]] : [])));
}
