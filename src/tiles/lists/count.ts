// What lists count, in a fixed number of statements for any number of lists: first of all rows, later, where that is enough, of those that are shown.

import type { ItemAsk } from '../../domain/lists/item-details.js';
import type { ListAsk } from '../../domain/lists/lists.js';
import { mergeMentions } from '../../domain/lists/prompt-table.js';
import { mapInTurns } from '../../domain/pause.js';
import type { Ask, Part } from '../../domain/summary.js';
import { readItemCounts, readItemDetails } from '../answer/item-scans.js';
import { answerAsks } from '../answer/read.js';
import type { Reading } from '../scan/reading.js';
import { itemList } from './item-list.js';
import { type ItemParts, isItemAsk, itemOf, type OpenList, previousOf, required } from './list.js';
import { promptList } from './prompt-list.js';

/** A list that nothing is left out of yet. */
export type CountedList = Omit<OpenList, 'left'>;

/** Some items of a list. */
export interface SomeItems<List = CountedList> extends Pick<ItemAsk, 'ids'> {
  readonly list: List;
}

/** `isWhole`: whether all rows are shown. */
export async function countLists(
  reading: Reading,
  asks: readonly ListAsk[],
  isWhole: boolean,
): Promise<readonly CountedList[]> {
  const items = await countItemLists(reading, asks, isWhole);
  const counted = new Map([...items, ...(await countPrompts(reading, asks))]);
  return asks.flatMap((ask) => counted.get(ask) ?? []);
}

async function countItemLists(reading: Reading, asks: readonly ListAsk[], isWhole: boolean) {
  const counting = asks.filter(isItemAsk).map((ask) => {
    const [kind, before] = [itemOf[ask.kind], isWhole || !isCountedLater(ask) ? previousOf(ask) : null];
    const all = (question: ItemAsk['question'] | null, of: ItemAsk['kind']): ItemAsk | null =>
      question && { question, kind: of, ids: null };
    return {
      ask,
      asked: [all(ask.question, kind), all(before, kind), all(needsUrls(ask) ? ask.question : null, 'url')],
    };
  });
  const asked = counting.flatMap((each) => each.asked.filter((one) => one !== null));
  const counts = await readItemCounts(reading, asked);
  const countsOf = (one: ItemAsk | null | undefined) => (one ? (counts[asked.indexOf(one)] ?? null) : null);
  return counting.map(({ ask, asked: [current, before, urls] }): [ListAsk, CountedList] => {
    const items: ItemParts = {
      current: required(countsOf(current)),
      before: countsOf(before),
      details: null,
      urls: countsOf(urls),
    };
    return [ask, { ask, items, table: itemList(ask, items) }];
  });
}

async function countPrompts(reading: Reading, asks: readonly ListAsk[]) {
  const counting = asks.filter((ask): ask is ListAsk<'prompts'> => !isItemAsk(ask));
  const currents = counting.map(({ question }): Ask => ({ question, parts: new Set<Part>(['promptTotals']) }));
  // Only visibility is compared.
  const befores = counting.map((ask): Ask => {
    const before = previousOf(ask);
    return { question: before ?? ask.question, parts: new Set<Part>(before ? ['mentionTotals'] : []) };
  });
  const summaries = await answerAsks(reading, [...currents, ...befores]);
  const counted = counting.map((ask, index) => [ask, summaries[index], summaries[counting.length + index]] as const);
  return mapInTurns(counted, reading.pause, ([ask, totals, mentions]): [ListAsk, CountedList] => {
    const current = required(totals?.promptTotals ?? null);
    const before = mentions?.mentionTotals ?? mergeMentions([]);
    return [ask, { ask, items: null, table: promptList(ask, { current, before }) }];
  });
}

/** Whether only the rows of a page are counted in the compared window: there are many of them, and none is there or in its place for that. */
function isCountedLater({ kind, orderBy, presence }: ListAsk): boolean {
  return (kind === 'urls' || kind === 'queries') && orderBy !== 'change' && presence === 'current';
}

/** Whether the distinct URLs of domains are shown. */
function needsUrls({ kind, wants }: ListAsk): boolean {
  return kind === 'domains' && wants.has('rows') && wants.has('urls');
}

/** Reads the details of some items of lists, or of all; no statement where there are none. */
export async function addDetails(reading: Reading, some: readonly SomeItems[]): Promise<void> {
  const asked = some.flatMap((each) => askedOf(each, each.list.ask.question));
  const details = await readItemDetails(reading, asked);
  for (const [index, { items }] of asked.entries()) items.details = details[index] ?? null;
}

/** Reads the counts of items in the compared windows. */
export async function addBefore(reading: Reading, some: readonly SomeItems[]): Promise<void> {
  const asked = some.flatMap((each) => askedOf(each, previousOf(each.list.ask)));
  const counts = await readItemCounts(reading, asked);
  for (const [index, { items }] of asked.entries()) items.before = counts[index] ?? null;
}

function askedOf({ list: { ask, items }, ids }: SomeItems, question: ItemAsk['question'] | null) {
  return question && items && isItemAsk(ask) ? [{ items, question, kind: itemOf[ask.kind], ids }] : [];
}
