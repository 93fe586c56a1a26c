// Counts and details of items, from chunks or, where only that can, by the plain definition.

import type { PlacedCounts } from '../../domain/counts/mention-counts.js';
import type { ItemAsk, ItemDetails } from '../../domain/lists/item-details.js';
import { type ItemCounts, itemKinds } from '../../domain/lists/items.js';
import type { RunSet } from '../../domain/summary.js';
import { ItemPrompts } from '../accumulate/item-prompts.js';
import { ItemSums, ListedDetails } from '../accumulate/items.js';
import { WholeDetails } from '../accumulate/whole-details.js';
import { chunksOf } from '../packed/items/chunks.js';
import type { PostingKind } from '../packed/items/kinds.js';
import { countItems, readRawDetails, readRawPrompts } from '../plain/raw-items.js';
import { readScans } from '../scan/read-scans.js';
import type { Reading } from '../scan/reading.js';
import { digestOf } from '../scan/run-selection.js';
import type { Accumulator, Scan, WantedItems } from '../scan/scan.js';

/** The counts of each ask, in their order, equal to those of `countItems`; an item without a run is missing. */
export async function readItemCounts(reading: Reading, asks: readonly ItemAsk[]): Promise<readonly ItemCounts[]> {
  const scans = asks.flatMap(({ question, kind, ids }) => {
    return [sumsScan(question, 'runs', null), sumsScan(question, kind, ids)];
  });
  const found = await readScans(reading, scans);
  const answered = new Map<ItemAsk, ItemCounts>();
  for (const [index, ask] of asks.entries()) {
    const [runs, items] = [found?.[2 * index], found?.[2 * index + 1]];
    if (runs && items) answered.set(ask, items.counts(runs.allRuns));
  }
  for (const kind of itemKinds) {
    const left = asks.filter((ask) => ask.kind === kind && !answered.has(ask));
    const counts = await countItems(reading.client, left, kind);
    for (const [index, ask] of left.entries()) if (counts[index]) answered.set(ask, listed(counts[index], ask.ids));
  }
  return asks.flatMap((ask) => answered.get(ask) ?? []);
}

/** The details of each ask, in their order, equal to those of `readRawDetails`. */
export async function readItemDetails(reading: Reading, asks: readonly ItemAsk[]): Promise<readonly ItemDetails[]> {
  const found = await readScans(reading, asks.map(detailScan));
  const left = asks.filter((_, index) => !found?.[index]);
  const plain = await readRawDetails(reading.client, left);
  return asks.flatMap((ask, index) => found?.[index]?.details() ?? plain[left.indexOf(ask)] ?? []);
}

/** The runs by prompt that cite or issue some items: of each, by the number of the prompt; `undefined`: none. */
interface RunsByPrompt {
  readonly of: (id: number) => PlacedCounts | undefined;
}

/** Of each ask, whose ids ascend, in their order; equal to those of `readRawPrompts`. */
export async function readItemPrompts(
  reading: Reading,
  asks: readonly (ItemAsk & { readonly ids: Int32Array })[],
): Promise<readonly RunsByPrompt[]> {
  const found = await readScans(
    reading,
    asks.map(({ question, kind, ids }) => {
      const wanted = { kind, chunks: chunksOf(ids), needsEntries: true, isByChunk: true };
      const scan = itemScan(question, wanted, (runs) => new ItemPrompts(kind, question.outcome, { runs, ids }));
      return { ...scan, key: `prompts ${digestOf(ids)} ${scan.key}` };
    }),
  );
  const left = asks.filter((_, index) => !found?.[index]);
  const plain = await readRawPrompts(reading.client, left);
  return asks.flatMap((ask, index) => found?.[index] ?? plain[left.indexOf(ask)] ?? []);
}

function sumsScan(set: RunSet, kind: PostingKind, ids: Int32Array | null): Scan<ItemSums> {
  const wanted = { kind, chunks: ids && chunksOf(ids), needsEntries: false };
  const scan = itemScan(set, wanted, (runs) => new ItemSums(kind, set.outcome, { runs, ids }));
  return ids ? { ...scan, key: `${digestOf(ids)} ${scan.key}` } : scan;
}

function detailScan({ question, kind, ids }: ItemAsk): Scan<ListedDetails | WholeDetails> {
  const { outcome } = question;
  if (!ids) {
    const wanted = { kind, chunks: null, needsEntries: true, isByChunk: true };
    return itemScan(question, wanted, (runs) => new WholeDetails(kind, outcome, runs));
  }
  const wanted = { kind, chunks: chunksOf(ids), needsEntries: true };
  const scan = itemScan(question, wanted, (runs) => new ListedDetails(kind, outcome, { runs, ids }));
  return { ...scan, key: `${ids.join()} ${scan.key}` };
}

/** Adds up items of the runs of a set. */
export function itemScan<Into extends Accumulator>(
  { brandId, window, model, tags, promptId, filter, outcome }: RunSet,
  wanted: WantedItems,
  create: Scan<Into>['create'],
): Scan<Into> {
  const set = { brandId, window, model, tags, promptId, filter, outcome };
  return {
    key: JSON.stringify([set, wanted]),
    set,
    models: model === null ? null : new Set([model]),
    wanted,
    create,
  };
}

/** Those of the counts that were asked for. */
function listed(counts: ItemCounts, ids: Int32Array | null): ItemCounts {
  if (!ids) return counts;
  const wanted = new Set(ids);
  const isListed = (_: number, place: number) => wanted.has(counts.ids[place] ?? 0);
  return {
    ...counts,
    ids: counts.ids.filter(isListed),
    runs: counts.runs.filter(isListed),
    citations: counts.citations.filter(isListed),
    mentioned: counts.mentioned.filter(isListed),
  };
}
