// Pages of a brand's runs in a time that depends neither on how many runs there are nor on how few of them a filter selects: the counts by
// company that the tiles keep give the exact total and the quarter hours in which the runs of a page are.

import type pg from 'pg';
import { type Budget, unlimited } from '../../domain/budget.js';
import type { BrandRunsAsk, Run, RunPage } from '../../domain/run.js';
import { readScans } from '../../tiles/scan/read-scans.js';
import { openReading, type ReadingOptions } from '../../tiles/scan/reading.js';
import { listRuns, type RunList } from '../list.js';
import { cutPage } from '../page.js';
import { readCompanyNumbers } from './companies.js';
import { countScan, setOf } from './counts.js';
import { filterOf, listedOf, readBrandPages, rowFilterOf } from './page.js';
import type { PageCounts } from './page-counts.js';
import { type Weights, weightsOf } from './weights.js';

interface PageOptions extends Partial<ReadingOptions> {
  readonly budget?: Budget;
}

/** A page whose runs are to be counted: weights are empty where none can be selected. */
interface Page {
  readonly ask: BrandRunsAsk;
  readonly weights: Weights;
}

/** How many runs there are, and the quarter hours of those of the page. */
interface Placed {
  readonly total: number;
  readonly counts: PageCounts;
}

/**
 * The pages of `asks`, in their order, equal to those of `readBrandPages`. To be called within one snapshot. Those that tiles cannot count are
 * answered from rows: of prompts whose tags are on the move, and with much that is not rolled.
 */
export async function readPlacedBrandPages(
  client: pg.ClientBase,
  asks: readonly BrandRunsAsk[],
  { budget = unlimited, ...options }: PageOptions = {},
): Promise<readonly RunPage[]> {
  const numbers = await readCompanyNumbers(client, asks);
  const pages = asks.map((ask, index): Page => {
    const number = numbers[index] ?? null;
    const isNobody = ask.company !== null && number === null;
    return { ask, weights: isNobody ? new Map() : weightsOf(ask.outcome, number) };
  });
  const counting = pages.filter(({ ask, weights }) => weights.size > 0 && needsCounts(ask));
  const placed = await placePages(client, counting, options);
  const plain = counting.flatMap(({ ask }) => (placed.has(ask) ? [] : [ask]));
  const answers = plain.length === 0 ? [] : await readBrandPages(client, plain, budget);
  const answered = new Map(plain.map((ask, index) => [ask, answers[index]]));
  const left = pages.filter(({ ask }) => !answered.has(ask));
  const listed = await listPages(client, left, { placed, budget });
  return asks.map(
    (ask) =>
      answered.get(ask) ?? {
        ...cutPage(ask, listed.get(ask) ?? []),
        total: ask.parts.has('total') ? (placed.get(ask)?.total ?? 0) : null,
      },
  );
}

/** Whether the runs of a page have to be counted: where any run is on the next page, none has to be looked for. */
function needsCounts({ parts, model, tags, outcome, company }: BrandRunsAsk): boolean {
  if (parts.has('total')) return true;
  return lists(parts) && (model !== null || tags.length > 0 || outcome !== 'all' || company !== null);
}

function lists(parts: BrandRunsAsk['parts']): boolean {
  return parts.has('rows') || parts.has('next');
}

/** Counts by day first, then the days of each page by quarter hour, where that is not what was counted. */
async function placePages(
  client: pg.ClientBase,
  pages: readonly Page[],
  options: Partial<ReadingOptions>,
): Promise<ReadonlyMap<BrandRunsAsk, Placed>> {
  if (pages.length === 0) return new Map();
  const nothing = { needsSpan: false, needsCompanies: false, needsEntries: false };
  const asked = pages.map(({ ask }) => ({ set: setOf(ask), ...nothing }));
  const reading = await openReading(client, asked, options);
  const found = await readScans(
    reading,
    pages.map(({ ask, weights }) => countScan(ask, weights)),
  );
  const counted = pages.flatMap(({ ask, weights }, index) => {
    const counts = found?.[index]?.counts;
    if (!counts) return [];
    const days = lists(ask.parts) ? counts.daysOfPage(ask.after, listedOf(ask)) : [];
    return { ask, weights, counts, days };
  });
  const locating = counted.filter(({ counts, days }) => counts.hasUnlocated(days));
  const located = await readScans(
    reading,
    locating.map(({ ask, weights, days }) => countScan(ask, weights, days)),
  );
  return new Map(
    counted.flatMap((page): (readonly [BrandRunsAsk, Placed])[] => {
      const of = locating.includes(page) ? located?.[locating.indexOf(page)]?.counts : page.counts;
      return of ? [[page.ask, { total: page.counts.total, counts: of }]] : [];
    }),
  );
}

/** The runs of pages, in one statement; no statement where none is listed. A page without any filter begins wherever it begins. */
async function listPages(
  client: pg.ClientBase,
  pages: readonly Page[],
  { placed, budget }: { readonly placed: ReadonlyMap<BrandRunsAsk, Placed>; readonly budget: Budget },
): Promise<ReadonlyMap<BrandRunsAsk, readonly Run[]>> {
  const wanted = pages.flatMap(({ ask, weights }): { ask: BrandRunsAsk; list: RunList }[] => {
    const limit = listedOf(ask);
    const within = placed.get(ask)?.counts.stretchesOfPage(ask.after, limit);
    if (!lists(ask.parts) || weights.size === 0 || within?.length === 0) return [];
    const filter = within ? rowFilterOf(ask) : filterOf(ask);
    return [
      { ask, list: { brandId: ask.brandId, filter, within: within ?? [ask.window], after: ask.after, skip: 0, limit } },
    ];
  });
  if (wanted.length === 0) return new Map();
  const runs = await listRuns(
    client,
    wanted.map(({ list }) => list),
    budget,
  );
  return new Map(wanted.map(({ ask }, index) => [ask, runs[index] ?? []]));
}
