// Pages of a brand's runs in a time that depends neither on how many runs there are nor on how few of them a filter selects: the counts by
// company that the tiles keep give the exact total and the quarter hours in which the runs of a page are.

import type pg from 'pg';
import { type Budget, unlimited } from '../../domain/budget.js';
import type { BrandRunsAsk, Run, RunPage } from '../../domain/run.js';
import { listRuns, type RunList } from '../list.js';
import { cutPage } from '../page.js';
import { readCompanyNumbers } from './companies.js';
import { type Countable, type Counted, countPages, locateDays } from './counts.js';
import { filterOf, listedOf, readBrandPages, rowFilterOf } from './page.js';
import { weightsOf } from './weights.js';

interface PageOptions {
  readonly onCorrupt?: (ask: BrandRunsAsk) => void;
  readonly budget?: Budget;
}

/**
 * The pages of `asks`, in their order, equal to those of `readBrandPages`. To be called within one snapshot. `onCorrupt` is called with asks
 * some of whose counts are corrupt; they are answered from rows, as are those whose prompts' tags are on the move.
 */
export async function readPlacedBrandPages(
  client: pg.ClientBase,
  asks: readonly BrandRunsAsk[],
  { onCorrupt = () => {}, budget = unlimited }: PageOptions = {},
): Promise<readonly RunPage[]> {
  const numbers = await readCompanyNumbers(client, asks);
  const pages = asks.map((ask, index): Countable => {
    const number = numbers[index] ?? null;
    const isNobody = ask.company !== null && number === null;
    return { ask, weights: isNobody ? new Map() : weightsOf(ask.outcome, number) };
  });
  const { counted, corrupt } = await countPages(
    client,
    pages.filter((page) => page.weights.size > 0 && needsCounts(page.ask)),
  );
  const unplaced = await locatePages(client, counted);
  for (const { ask } of [...corrupt, ...unplaced]) onCorrupt(ask);
  const placed = new Map(counted.filter((page) => !unplaced.has(page)).map((page) => [page.ask, page]));
  const plain = pages.filter(({ ask, weights }) => weights.size > 0 && needsCounts(ask) && !placed.has(ask));
  const answers = await readBrandPages(
    client,
    plain.map(({ ask }) => ask),
    budget,
  );
  const answered = new Map(plain.map(({ ask }, index) => [ask, answers[index]]));
  const listed = await listPages(
    client,
    pages.filter(({ ask }) => !answered.has(ask)),
    { placed, budget },
  );
  return pages.map(
    ({ ask }) =>
      answered.get(ask) ?? {
        ...cutPage(ask, listed.get(ask) ?? []),
        total: ask.parts.has('total') ? (placed.get(ask)?.counts.total ?? 0) : null,
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

/** Looks up the quarter hours of the pages that are listed. Resolves to those whose tiles are corrupt. */
function locatePages(client: pg.ClientBase, counted: readonly Counted[]): Promise<ReadonlySet<Counted>> {
  const listing = counted.filter(({ ask }) => lists(ask.parts));
  return locateDays(
    client,
    listing.map((page) => ({ page, days: page.counts.daysOfPage(page.ask.after, listedOf(page.ask)) })),
  );
}

/** The runs of pages, in one statement; no statement where none is listed. A page without any filter begins wherever it begins. */
async function listPages(
  client: pg.ClientBase,
  pages: readonly Countable[],
  { placed, budget }: { readonly placed: ReadonlyMap<BrandRunsAsk, Counted>; readonly budget: Budget },
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
