// Pages of runs by the plain definition: filter, sort, skip, take. Many pages cost the statements of one.

import type pg from 'pg';
import { unlimited } from '../domain/budget.js';
import { sentimentLabels } from '../domain/company-sums.js';
import type { PageAsk, PagePart, Run, RunPage } from '../domain/run.js';
import { brandCompany } from '../domain/summary.js';
import { foundSql } from '../tiles/lists/search.js';
import { conditionsOf } from '../tiles/plain/raw-sql.js';
import type { Bind } from '../tiles/plain/rows.js';
import { hasItem } from './items/numbers.js';
import { countRuns, listRuns, type RunFilter } from './list.js';

/** The pages of `asks`, in their order. All reads go through `client`: total and runs agree when it is in a snapshot. */
export async function readPages(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  budget = unlimited,
): Promise<readonly RunPage[]> {
  const listing = asks.filter(isListed);
  const lists = listing.map((ask) => {
    const { brandId, window, after } = ask;
    return { brandId, filter: filterOf(ask), within: [window], after, skip: skipOf(ask), limit: listedOf(ask) };
  });
  const { runs } = lists.length === 0 ? { runs: [] } : await listRuns(client, lists, { budget });
  const listed = new Map(listing.map((ask, index) => [ask, runs[index] ?? []]));
  // Nothing is looked through twice for a search that finds few.
  const whole = (ask: PageAsk): number | null => {
    const found = listed.get(ask);
    return found && ask.page === 1 && ask.after === null && found.length < listedOf(ask) ? found.length : null;
  };
  const counting = asks.filter((ask) => ask.parts.has('total') && whole(ask) === null);
  const totals = await countRuns(
    client,
    counting.map((ask) => ({ filter: filterOf(ask), within: [ask.window] })),
  );
  return asks.map((ask) => ({
    ...cutPage(ask, listed.get(ask) ?? []),
    total: ask.parts.has('total') ? (whole(ask) ?? totals[counting.indexOf(ask)]?.[0] ?? null) : null,
  }));
}

/** A page of which nothing is selected. */
export const noPage: RunPage = { rows: null, total: null, next: null };

/** Whether runs of a page are listed. */
export function isListed({ parts }: { readonly parts: ReadonlySet<PagePart> }): boolean {
  return parts.has('rows') || parts.has('next');
}

/** The runs before a page. */
export function skipOf({ page, limit }: PageAsk): number {
  return (page - 1) * limit;
}

/** One run more where the next page is asked for. */
export function listedOf({ limit, parts }: PageAsk): number {
  return limit + Number(parts.has('next'));
}

/** The parts of a page whose runs were listed. */
export function cutPage({ parts, limit }: PageAsk, listed: readonly Run[]): Pick<RunPage, 'rows' | 'next'> {
  const rows = listed.slice(0, limit);
  return { rows: parts.has('rows') ? rows : null, next: listed.length > limit ? (rows.at(-1) ?? null) : null };
}

/** The runs that an ask is about, whenever they were created. `isByRow`: few rows are looked at. */
export function filterOf(ask: PageAsk, isByRow = false): RunFilter {
  const { brandId, company, items, sentiment = null, search = null } = ask;
  return (bind) => {
    const brand = bind(brandId);
    const filters = [...conditionsOf(ask, brand, bind, isByRow)];
    const number = company === null ? String(brandCompany) : numberOf(company, brand, bind);
    if (company !== null) filters.push(`${number} = any(companies)`);
    if (sentiment !== null)
      filters.push(`sentiments[array_position(companies, ${number})] = ${sentimentLabels.indexOf(sentiment) + 1}`);
    filters.push(...items.map((item) => hasItem(item, brandId, bind, isByRow)));
    // What takes longest comes last.
    if (search !== null)
      filters.push(
        `(select ${foundSql('answer.text', search, bind)} from answer where answer.brand_id = ${brand} and answer.run_id = run.id)`,
      );
    return filters.join(' and ');
  };
}

/** The number of the company with this name, first the brand's; null where there is none. */
function numberOf(name: string, brand: string, bind: Bind): string {
  const named = bind(name);
  return `(select number from (
      select 0 as rank, ${brandCompany} as number from brand where id = ${brand} and name = ${named}
      union all select 1, id from company where brand_id = ${brand} and name = ${named}
    ) as named order by rank limit 1)`;
}
