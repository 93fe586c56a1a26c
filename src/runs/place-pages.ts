// Where pages of runs begin, and how many runs they have: counts that the tiles keep. Those of a brand count by company; those of a prompt say its
// runs, and days that the window cuts, or in which runs wait to be rolled, are counted from its rows.

import { dayMs } from '../domain/limits.js';
import type { PageAsk } from '../domain/run.js';
import { narrowsChannels, narrowsPrompts } from '../domain/selection/run-filter.js';
import type { Window } from '../domain/window.js';
import type { StateAsk } from '../tiles/scan/brand-state.js';
import { readScans } from '../tiles/scan/read-scans.js';
import type { Reading } from '../tiles/scan/reading.js';
import { runDaysIn } from '../tiles/scan/run-days.js';
import { readCompanyNumbers } from './companies.js';
import { countScan, setOf } from './counts.js';
import { placeByItems } from './items/place-items.js';
import { countRuns } from './list.js';
import { filterOf, isListed, listedOf, skipOf } from './page.js';
import { PageCounts, type Placed, placedBy } from './page-counts.js';
import { type Weights, weightsOf } from './weights.js';

export type PlacedPages = ReadonlyMap<PageAsk, Placed>;

/** Whether no index lists the runs without others between them. */
export function isSparse(ask: PageAsk): boolean {
  const { tags, filter, promptId, model, items } = ask;
  const isOfPrompts = tags.length > 0 || narrowsPrompts(filter);
  return (
    isOfPrompts ||
    saysMentions(ask) ||
    items.length > 0 ||
    (promptId === null && (model !== null || narrowsChannels(filter)))
  );
}

function saysMentions({ outcome, company }: PageAsk): boolean {
  return outcome !== 'all' || company !== null;
}

/** Whether runs are selected by what no tile counts: their answers have to be looked at. */
export function isSifted({ sentiment = null, search = null }: PageAsk): boolean {
  return sentiment !== null || search !== null;
}

/** Whether the runs of an item by day and prompt are what is counted: these are stored without the companies and the other items. */
export function isOfOneItem({ items, company }: PageAsk): boolean {
  return items.length === 1 && company === null;
}

/** What has to be known before a page is placed. */
export function stateAskOf(ask: PageAsk): StateAsk {
  const nothing = { needsSpan: false, needsCompanies: false };
  return { set: setOf(ask), ...nothing, needsEntries: isOfOneItem(ask), needsRunDays: isOfOnePrompt(ask) };
}

/** Whether the runs of its prompt by day are what is counted: only these are stored without the companies that they mention. */
function isOfOnePrompt(ask: PageAsk): boolean {
  return ask.promptId !== null && ask.tags.length === 0 && ask.items.length === 0 && !saysMentions(ask);
}

/** The pages, none of them sifted, that can be counted. Runs of several items, or of one that mention a company, are not. */
export async function placePages(reading: Reading, asks: readonly PageAsk[]): Promise<PlacedPages> {
  const ofPrompts = asks.filter(isOfOnePrompt);
  const others = asks.filter((ask) => ask.items.length === 0 && !isOfOnePrompt(ask));
  return new Map<PageAsk, Placed>([
    ...(await placeInPrompts(reading, ofPrompts)),
    ...(await placeByCompanies(reading, others)),
    ...(await placeByItems(reading, asks.filter(isOfOneItem))),
  ]);
}

/** By the tiles of the prompts; days whose runs wait are counted from rows. */
async function placeInPrompts(reading: Reading, asks: readonly PageAsk[]): Promise<PlacedPages> {
  const counted = asks.flatMap((ask) => {
    const found = runDaysIn(setOf(ask), reading.stateOf(setOf(ask)), reading.onDamage);
    return found ? [{ ask, ...found }] : [];
  });
  const rows = await countRuns(
    reading.client,
    counted.map(({ ask, waiting }) => ({ filter: filterOf(ask), within: waiting.map(windowOf) })),
  );
  return new Map(
    counted.map(({ ask, days, waiting }, index) => {
      const counts = new PageCounts();
      for (const [day, runs] of days) counts.addDay(day, runs);
      for (const [place, day] of waiting.entries()) counts.addDay(day, rows[index]?.[place] ?? 0);
      return [ask, placedBy(counts.total, counts)];
    }),
  );
}

function windowOf(day: number): Window {
  return { start: day * dayMs, end: (day + 1) * dayMs };
}

/** By the counts of companies: by day first, then the days of each page by quarter hour, where that is not what was counted. */
async function placeByCompanies(reading: Reading, asks: readonly PageAsk[]): Promise<PlacedPages> {
  const numbers = await readCompanyNumbers(reading.client, asks);
  const weighted = asks.map((ask, index) => ({ ask, weights: weightsIn(ask, numbers[index] ?? null) }));
  const counting = weighted.filter(({ weights }) => weights.size > 0);
  const found = await readScans(
    reading,
    counting.map(({ ask, weights }) => countScan(ask, weights)),
  );
  const placing = counting.flatMap(({ ask, weights }, index) => {
    const counts = found?.[index]?.counts;
    if (!counts) return [];
    const days = isSparse(ask) && isListed(ask) ? counts.daysOfPage(ask.after, skipOf(ask) + listedOf(ask)) : [];
    return [{ ask, weights, counts, days }];
  });
  const locating = placing.filter(({ counts, days }) => counts.hasUnlocated(days));
  const located = await readScans(
    reading,
    locating.map(({ ask, weights, days }) => countScan(ask, weights, days)),
  );
  const nobody = weighted.filter(({ weights }) => weights.size === 0);
  return new Map([
    ...nobody.map(({ ask }) => [ask, placedBy(0, new PageCounts())] as const),
    ...placing.flatMap((page): (readonly [PageAsk, Placed])[] => {
      const counts = locating.includes(page) ? located?.[locating.indexOf(page)]?.counts : page.counts;
      return counts ? [[page.ask, placedBy(page.counts.total, counts)]] : [];
    }),
  ]);
}

/** Empty where no run can be selected. */
function weightsIn({ outcome, company }: PageAsk, number: number | null): Weights {
  return company !== null && number === null ? new Map() : weightsOf(outcome, number);
}
