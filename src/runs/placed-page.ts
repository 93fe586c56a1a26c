// Pages of runs in a time that depends neither on how many runs there are, nor on how few of them filters select, nor on the number of the page.

import type pg from 'pg';
import { type Budget, unlimited } from '../domain/budget.js';
import type { PageAsk, RunDetails, RunPage } from '../domain/run.js';
import { openReading, type ReadingOptions } from '../tiles/scan/reading.js';
import { type Proven, versionOf } from '../tiles/stored/stamps.js';
import { listRuns, type RunList } from './list.js';
import { cutPage, filterOf, isListed, listedOf, noPage, readPages, skipOf } from './page.js';
import { isOfOneItem, isSifted, isSparse, type PlacedPages, placePages, stateAskOf } from './place-pages.js';

export interface PageOptions extends Partial<ReadingOptions> {
  readonly budget?: Budget;
}

/**
 * The pages of `asks`, in their order, equal to those of `readPages`. To be called within one snapshot. Those that tiles cannot count are answered
 * from rows: of prompts whose tags are on the move, and with much that is not rolled.
 */
export async function readPlacedPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { budget = unlimited, ...options }: PageOptions = {},
): Promise<readonly RunPage[]> {
  const counting = asks.filter(needsCounts);
  const placing = counting.filter((ask) => !isSifted(ask));
  const placed =
    placing.length === 0
      ? new Map()
      : await placePages(await openReading(client, placing.map(stateAskOf), options), placing);
  const plain = counting.filter((ask) => !placed.has(ask));
  const answers = plain.length === 0 ? [] : await readPages(client, plain, budget);
  const answered = new Map(plain.map((ask, index) => [ask, answers[index]]));
  const left = asks.filter((ask) => !answered.has(ask));
  const { pages } = await listPages(client, left, { placed, budget });
  return asks.map((ask) => answered.get(ask) ?? pages.get(ask) ?? noPage);
}

/** Pages, and what their runs say at length. */
interface WholePages {
  readonly pages: readonly RunPage[];
  /** By `place`. */
  readonly details: ReadonlyMap<string, RunDetails>;
}

/**
 * The same without a snapshot; `null` where data of a brand changed meanwhile, or since `version`, where not all can be counted, or the runs say more than
 * `budget` has room for: then it is to be read in one.
 */
export async function readWholePages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  { budget = unlimited, version = null, ...options }: PageOptions & { readonly version?: string | null } = {},
): Promise<WholePages | null> {
  if (!areAllPlaced(asks)) return null;
  const reading = await openReading(client, asks.map(stateAskOf), { ...options, isOneInstant: false });
  if (version !== null && versionOf(reading.proof) !== version) return null;
  const placed = await placePages(reading, asks);
  if (placed.size < asks.length) return null;
  const { pages, details, proof } = await listPages(client, asks, { placed, budget, proven: reading.proven });
  const isOfOneInstant = proof !== null && versionOf(proof) === versionOf(reading.proof);
  return details && isOfOneInstant ? { pages: asks.map((ask) => pages.get(ask) ?? noPage), details } : null;
}

/** Whether all pages are placed by counts, unless these cannot be had. */
export function areAllPlaced(asks: readonly PageAsk[]): boolean {
  return asks.every((ask) => needsCounts(ask) && !isSifted(ask) && (ask.items.length === 0 || isOfOneItem(ask)));
}

/** Whether the runs of a page have to be counted: where any run is on the page, none has to be looked for. */
function needsCounts(ask: PageAsk): boolean {
  return ask.parts.has('total') || (isListed(ask) && (ask.page > 1 || isSparse(ask)));
}

interface Listing {
  readonly placed: PlacedPages;
  readonly budget: Budget;
  readonly proven?: Proven;
}

/** The pages, in one statement; no statement where no run is listed. */
async function listPages(client: pg.ClientBase, asks: readonly PageAsk[], { placed, ...options }: Listing) {
  const lists = new Map(asks.flatMap((ask) => [[ask, listOf(ask, placed)] as const]));
  const wanted = [...lists].flatMap(([ask, list]) => (list ? [{ ask, list }] : []));
  const found =
    wanted.length === 0
      ? noRuns
      : await listRuns(
          client,
          wanted.map(({ list }) => list),
          options,
        );
  const runs = new Map(wanted.map(({ ask }, index) => [ask, found.runs[index] ?? []]));
  const pages = asks.map((ask): [PageAsk, RunPage] => {
    const total = ask.parts.has('total') ? (placed.get(ask)?.total ?? 0) : null;
    return [ask, { ...cutPage(ask, runs.get(ask) ?? []), total }];
  });
  return { ...found, pages: new Map(pages) };
}

const noRuns = { runs: [], details: null, proof: null };

/** What to list for a page; `null`: nothing. */
function listOf(ask: PageAsk, placed: PlacedPages): RunList | null {
  const { brandId, window, after } = ask;
  const found = placed.get(ask);
  const list = { brandId, after, skip: skipOf(ask), limit: listedOf(ask) };
  if (!isListed(ask)) return null;
  if (isSparse(ask)) {
    const stretches = found?.stretchesOf(after, list.skip + list.limit);
    return stretches && stretches.within.length > 0 ? { ...list, ...stretches, filter: filterOf(ask, true) } : null;
  }
  const place = ask.page === 1 ? { end: window.end, skip: 0 } : found?.placeAfter(list.skip);
  if (!place) return null;
  const within = [{ start: window.start, end: Math.min(place.end, window.end) }];
  return { ...list, within, skip: place.skip, filter: filterOf(ask) };
}
