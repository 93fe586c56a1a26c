// Pages of a brand's runs by the plain definition: filter, sort, take. Many pages cost the statements of one.

import type pg from 'pg';
import { unlimited } from '../../domain/budget.js';
import type { BrandRunsAsk, RunPage } from '../../domain/run.js';
import { brandCompany } from '../../domain/summary.js';
import { outcomeConditions } from '../../tiles/plain/raw-sql.js';
import { type Bind, countRuns, isWithin, listRuns, type RunFilter } from '../list.js';
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
      selecting.map((ask) => ({
        brandId: ask.brandId,
        filter: filterOf(ask),
        within: [ask.window],
        after: ask.after,
        skip: 0,
        limit: listedOf(ask),
      })),
      budget,
    ),
  );
  const totals = await readPart(asks, ['total'], (selecting) =>
    countRuns(
      client,
      selecting.map((ask) => (bind) => `${filterOf(ask)(bind)} and ${isWithin(ask.window, bind)}`),
    ),
  );
  return asks.map((ask) => ({ ...cutPage(ask, rows.get(ask) ?? []), total: totals.get(ask) ?? null }));
}

/** One run more where the next page is asked for. */
export function listedOf({ limit, parts }: BrandRunsAsk): number {
  return limit + Number(parts.has('next'));
}

/** The runs that an ask is about, whenever they were created. */
export function filterOf(ask: BrandRunsAsk): RunFilter {
  return (bind) => {
    const brand = bind(ask.brandId);
    const tagged = () => `prompt_id in (select id from prompt where brand_id = ${brand} and ${hasTags(ask, bind)})`;
    return [...kindsOf(ask, brand, bind), ...(ask.tags.length > 0 ? [tagged()] : [])].join(' and ');
  };
}

/**
 * The same where few rows are looked at: each run's prompt is looked up. A join would read all prompts, or all runs of those with the tags,
 * for each stretch of a list.
 */
export function rowFilterOf(ask: BrandRunsAsk): RunFilter {
  return (bind) => {
    const tagged = () => `(select ${hasTags(ask, bind)} from prompt where prompt.id = run.prompt_id)`;
    return [...kindsOf(ask, bind(ask.brandId), bind), ...(ask.tags.length > 0 ? [tagged()] : [])].join(' and ');
  };
}

function hasTags({ tags }: BrandRunsAsk, bind: Bind): string {
  return `tags && ${bind(tags)}::text[]`;
}

/** Everything that a filter says of a run but the tags of its prompt. */
function kindsOf({ model, outcome, company }: BrandRunsAsk, brand: string, bind: Bind): readonly string[] {
  return [
    `brand_id = ${brand}`,
    ...(outcomeConditions[outcome] ? [outcomeConditions[outcome]] : []),
    ...(model === null ? [] : [`model = ${bind(model)}`]),
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
