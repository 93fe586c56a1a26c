// Pages of a brand's runs by the plain definition: filter, sort, take. Many pages cost the statements of one.

import type pg from 'pg';
import { unlimited } from '../../domain/budget.js';
import type { BrandRunsAsk, RunPage } from '../../domain/run.js';
import { brandCompany } from '../../domain/summary.js';
import { formatInstant } from '../../domain/window.js';
import { outcomeConditions } from '../../tiles/plain/raw-sql.js';
import { type Bind, countRuns, listRuns, type RunFilter } from '../list.js';
import { cutPage, readPart } from '../page.js';

/** The pages of `asks`, in their order. All reads go through `client`: total and runs agree when it is in a snapshot. */
export async function readBrandPages(
  client: pg.ClientBase,
  asks: readonly BrandRunsAsk[],
  budget = unlimited,
): Promise<readonly RunPage[]> {
  const rows = await readPart(asks, ['rows', 'next'], (selecting) =>
    listRuns(
      client,
      selecting.map((ask) => ({ filter: filterOf(ask), after: ask.after, skip: 0, limit: listedOf(ask) })),
      budget,
    ),
  );
  const totals = await readPart(asks, ['total'], (selecting) => countRuns(client, selecting.map(filterOf)));
  return asks.map((ask) => ({ ...cutPage(ask, rows.get(ask) ?? []), total: totals.get(ask) ?? null }));
}

/** One run more where the next page is asked for. */
export function listedOf({ limit, parts }: BrandRunsAsk): number {
  return limit + Number(parts.has('next'));
}

/** The runs that an ask is about, on all pages. */
export function filterOf(ask: BrandRunsAsk): RunFilter {
  const { brandId, window } = ask;
  return (bind) => {
    const brand = bind(brandId);
    const instants = `created_at >= ${bind(formatInstant(window.start))} and created_at < ${bind(formatInstant(window.end))}`;
    return [`brand_id = ${brand}`, instants, ...conditionsOf(ask, brand, bind)].join(' and ');
  };
}

/** Everything that a filter says of a run but its brand and its instant. */
function conditionsOf({ model, tags, outcome, company }: BrandRunsAsk, brand: string, bind: Bind): readonly string[] {
  return [
    ...(outcomeConditions[outcome] ? [outcomeConditions[outcome]] : []),
    ...(model === null ? [] : [`model = ${bind(model)}`]),
    ...(tags.length === 0
      ? []
      : [`prompt_id in (select id from prompt where brand_id = ${brand} and tags && ${bind(tags)}::text[])`]),
    ...(company === null ? [] : [`${numberOf(company, brand, bind)} = any(companies)`]),
  ];
}

/** The number of the company with this name, first the brand's; null where there is none. */
function numberOf(name: string, brand: string, bind: Bind): string {
  const named = bind(name);
  return `(select number from (
      select 0 as rank, ${brandCompany} as number from brand where id = ${brand} and name = ${named}
      union all select 1, id from company where brand_id = ${brand} and name = ${named}
    ) as named order by rank limit 1)`;
}
