// Where the runs are that cite or issue an item: by day and prompt, as its entries say. More is not known of it, so that a page looks at the rows of
// those days, or of those prompts on those days.

import { dayMs } from '../../domain/limits.js';
import type { NamedItem } from '../../domain/lists/items.js';
import type { PageAsk, RunPlace } from '../../domain/run.js';
import type { Window } from '../../domain/window.js';
import { ItemDays } from '../../tiles/accumulate/item-days.js';
import { itemScan } from '../../tiles/answer/item-scans.js';
import { chunkOf } from '../../tiles/packed/items/chunks.js';
import { readScans } from '../../tiles/scan/read-scans.js';
import type { Reading } from '../../tiles/scan/reading.js';
import type { Scan } from '../../tiles/scan/scan.js';
import { PageCounts, type Placed, placedBy, type Stretches } from '../page-counts.js';
import { readItemNumbers } from './numbers.js';

/** The first item of each ask; those are missing that tiles cannot count. */
export async function placeByItems(reading: Reading, asks: readonly PageAsk[]): Promise<ReadonlyMap<PageAsk, Placed>> {
  const numbers = await readItemNumbers(reading.client, asks);
  const counting = asks.map((ask, index) => {
    const [[item] = [], id] = [ask.items, numbers[index]?.[0] ?? null];
    return { ask, scan: item && id !== null ? daysScan(ask, item, id) : null };
  });
  const scans = counting.flatMap(({ scan }) => scan ?? []);
  const found = await readScans(reading, scans);
  return new Map(
    counting.flatMap(({ ask, scan }) => {
      if (!scan) return [[ask, nothing] as const];
      const days = found?.[scans.indexOf(scan)]?.days;
      return days ? [[ask, placedByDays(days, ask.window, reading.stateOf(scan.set).lastPrompt ?? 0)] as const] : [];
    }),
  );
}

const nothing = placedBy(0, new PageCounts());

function daysScan(ask: PageAsk, { kind }: NamedItem, id: number): Scan<ItemDays> {
  const wanted = { kind, chunks: [chunkOf(id)], needsEntries: true };
  const scan = itemScan(ask, wanted, (runs) => new ItemDays({ kind, id }, ask.outcome, runs));
  return { ...scan, key: `${id} ${scan.key}` };
}

/** `days`: by day, the prompt of each run. */
function placedByDays(days: ReadonlyMap<number, readonly number[]>, window: Window, allPrompts: number): Placed {
  const counts = new PageCounts();
  for (const [day, prompts] of days) counts.addDay(day, prompts.length);
  const stretchesOf = (after: RunPlace | null, runs: number): Stretches => {
    const wanted = counts.daysOfPage(after, runs);
    const windowOf = (day: number) => ({
      start: Math.max(day * dayMs, window.start),
      end: Math.min((day + 1) * dayMs, window.end),
    });
    const pairs = wanted.flatMap((day) => [...new Set(days.get(day))].map((prompt) => ({ day, prompt })));
    // In days of rows: those of these prompts; and all of the days, but of the oldest only as many as the page takes.
    const byPrompt = pairs.length / allPrompts;
    const oldest = wanted.at(-1);
    const ofOldest = oldest === undefined ? 0 : (days.get(oldest)?.length ?? 0);
    const byTime = wanted.length - 1 + Math.min(1, runs / ofOldest);
    if (byTime < byPrompt) return { within: wanted.map(windowOf) };
    return { within: pairs.map(({ day }) => windowOf(day)), prompts: pairs.map(({ prompt }) => prompt) };
  };
  return { ...placedBy(counts.total, counts), stretchesOf };
}
