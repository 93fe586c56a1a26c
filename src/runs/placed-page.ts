// Pages of a prompt's runs in a time that does not grow with the page's number: the daily counts that the tiles keep say where the
// page begins. Days at the edges of the window, and days with runs that are not rolled yet, are counted from their rows.

import type pg from 'pg';
import { type Budget, unlimited } from '../domain/budget.js';
import type { PageAsk, PagePart, Run, RunPage } from '../domain/run.js';
import { CorruptBlock } from '../tiles/packed/bytes.js';
import { countStretches } from './counts.js';
import { cutPage, listPages, readPages } from './page.js';
import { type PagePlace, placeOf } from './place.js';

interface PageOptions {
  readonly onCorrupt?: (ask: PageAsk) => void;
  readonly budget?: Budget;
}

/**
 * The pages of `asks`, in their order, equal to those of `readPages`. To be called within one snapshot. `onCorrupt` is called with asks
 * some of whose daily counts are corrupt; all are answered from rows then.
 */
export async function readPlacedPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { onCorrupt = () => {}, budget = unlimited }: PageOptions = {},
): Promise<readonly RunPage[]> {
  const counting = asks.filter(({ parts, page }) => parts.has('total') || (lists(parts) && page > 1));
  const counted = await countStretches(client, counting).catch((error) => {
    if (error instanceof CorruptBlock) return null;
    throw error;
  });
  if (!counted) {
    counting.forEach(onCorrupt);
    return readPages(client, asks, budget);
  }
  const stretches = asks.map((ask) => counted[counting.indexOf(ask)] ?? []);
  const places = asks.map((ask, index) =>
    ask.page === 1 ? { end: ask.window.end, skip: 0 } : placeOf(stretches[index] ?? [], (ask.page - 1) * ask.limit),
  );
  const listed = asks.flatMap((ask, index): { ask: PageAsk; place: PagePlace }[] => {
    const place = places[index];
    return place && lists(ask.parts) ? [{ ask, place }] : [];
  });
  const pages = listed.length === 0 ? [] : await listPages(client, listed, budget);
  const rows = new Map<PageAsk, readonly Run[]>(listed.map(({ ask }, index) => [ask, pages[index] ?? []]));
  return asks.map((ask, index) => ({
    ...cutPage(ask, rows.get(ask) ?? []),
    total: ask.parts.has('total') ? (stretches[index] ?? []).reduce((total, { runs }) => total + runs, 0) : null,
  }));
}

function lists(parts: ReadonlySet<PagePart>): boolean {
  return parts.has('rows') || parts.has('next');
}
