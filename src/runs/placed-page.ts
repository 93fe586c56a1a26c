// Pages of a prompt's runs in a time that does not grow with the page's number: the daily counts that the tiles keep say where the
// page begins. Days at the edges of the window, and days with runs that are not rolled yet, are counted from their rows.

import type pg from 'pg';
import { type Budget, unlimited } from '../domain/budget.js';
import type { PageAsk, PagePart, Run, RunDetails, RunPage } from '../domain/run.js';
import type { BrandDamage } from '../tiles/packed/cover.js';
import { type CountedStretches, countStretches } from './counts.js';
import { cutPage, type LocatedPage, listPages, listWholePages, readPages } from './page.js';
import { placeOf } from './place.js';

interface PageOptions {
  readonly onDamage?: (month: BrandDamage) => void;
  readonly budget?: Budget;
}

/**
 * The pages of `asks`, in their order, equal to those of `readPages`. To be called within one snapshot. `onDamage` is called with
 * the months whose daily counts are corrupt; where there are any, all asks are answered from rows.
 */
export async function readPlacedPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { onDamage = () => {}, budget = unlimited }: PageOptions = {},
): Promise<readonly RunPage[]> {
  const counting = asks.filter(needsCounts);
  const counted = await countStretches(client, counting);
  if (counted.corrupt.length > 0) {
    counted.corrupt.forEach(onDamage);
    return readPages(client, asks, budget);
  }
  const { located, totalOf } = locate(asks, counting, counted);
  const pages = located.length === 0 ? [] : await listPages(client, located, budget);
  return toPages(asks, { located, pages, totalOf });
}

/** Pages, and what their runs say at length. */
interface WholePages {
  readonly pages: readonly RunPage[];
  /** By `place`. */
  readonly details: ReadonlyMap<string, RunDetails>;
}

/**
 * The same without a snapshot, in two statements; `null` where data of a brand changed between them, counts are corrupt, or the runs say more
 * than `budget` has room for: then it is to be read in one.
 */
export async function readWholePages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  budget = unlimited,
): Promise<WholePages | null> {
  const counting = asks.filter(needsCounts);
  if (counting.length < asks.length) return null;
  const counted = await countStretches(client, counting);
  if (counted.corrupt.length > 0) return null;
  const { located, totalOf } = locate(asks, counting, counted);
  if (located.length === 0) return null;
  const { runs, details, versions } = await listWholePages(client, located, budget);
  if (versions === null || versions !== counted.versions || !details) return null;
  return { pages: toPages(asks, { located, pages: runs, totalOf }), details };
}

function needsCounts({ parts, page }: PageAsk): boolean {
  return parts.has('total') || (lists(parts) && page > 1);
}

interface Located {
  /** The pages that are listed, and have runs. */
  readonly located: readonly LocatedPage[];
  readonly totalOf: (ask: PageAsk) => number;
}

function locate(asks: readonly PageAsk[], counting: readonly PageAsk[], { stretches }: CountedStretches): Located {
  const counted = new Map(counting.map((ask, index) => [ask, stretches[index] ?? []]));
  const stretchesOf = (ask: PageAsk) => counted.get(ask) ?? [];
  const located = asks.flatMap((ask): LocatedPage[] => {
    if (!lists(ask.parts)) return [];
    if (ask.page === 1) return [{ ask, place: { end: ask.window.end, skip: 0 } }];
    const place = placeOf(stretchesOf(ask), (ask.page - 1) * ask.limit);
    return place ? [{ ask, place }] : [];
  });
  return { located, totalOf: (ask) => stretchesOf(ask).reduce((total, { runs }) => total + runs, 0) };
}

function toPages(
  asks: readonly PageAsk[],
  { located, pages, totalOf }: Located & { readonly pages: readonly (readonly Run[])[] },
): readonly RunPage[] {
  const rows = new Map(located.map(({ ask }, index) => [ask, pages[index] ?? []]));
  return asks.map((ask) => ({
    ...cutPage(ask, rows.get(ask) ?? []),
    total: ask.parts.has('total') ? totalOf(ask) : null,
  }));
}

function lists(parts: ReadonlySet<PagePart>): boolean {
  return parts.has('rows') || parts.has('next');
}
