// The plain definition of what runs cite and search for: counts by URL, domain and query, and the distinct prompts and models of each.

import type pg from 'pg';
import type { ItemAsk, ItemDetails } from '../../domain/lists/item-details.js';
import type { ItemCounts, ItemKind } from '../../domain/lists/items.js';
import { brandCompany } from '../../domain/summary.js';
import { type Branch, rowsOf } from './raw-sql.js';

interface CountRow {
  /** `null`: the runs themselves. */
  readonly item: number | null;
  readonly runs: number;
  readonly citations: number;
  readonly mentioned: number;
}

/** The items of one kind of each ask, in one statement. */
export async function countItems(
  client: pg.ClientBase,
  asks: readonly Pick<ItemAsk, 'question'>[],
  kind: ItemKind,
): Promise<readonly ItemCounts[]> {
  const found = await rowsOf<CountRow, Pick<ItemAsk, 'question'>>(
    client,
    asks,
    (branch) => `null::integer as item, count(*)::float8 as runs,
        count(*) filter (where cardinality(queries) > 0)::float8 as citations, 0::float8 as mentioned from ${branch.narrowed()}
      union all
      select ${branch.place}, item, count(*)::float8, sum(citations)::float8, count(*) filter (where named)::float8
      from (select run.id, ${itemOf[kind]} as item, coalesce(companies[1] = ${brandCompany}, false) as named, count(*) as citations
        from ${branch.narrowed()} ${itemsOfRuns(kind, branch)} group by run.id, item, named) as cited group by item`,
    { order: 'order by ask, item nulls first' },
  );
  return found.map(([whole, ...items]) => ({
    allRuns: whole?.runs ?? 0,
    searchedRuns: whole?.citations ?? 0,
    ids: Int32Array.from(items, ({ item }) => item ?? 0),
    runs: Float64Array.from(items, ({ runs }) => runs),
    citations: Float64Array.from(items, ({ citations }) => citations),
    mentioned: Float64Array.from(items, ({ mentioned }) => mentioned),
  }));
}

interface DetailRow {
  readonly item: number;
  readonly prompts: number;
  readonly models: number;
}

/** The details of each ask, in their order, in one statement. */
export async function readRawDetails(client: pg.ClientBase, asks: readonly ItemAsk[]): Promise<readonly ItemDetails[]> {
  const select = ({ ask: { kind, ids }, ...branch }: Branch<ItemAsk>) => {
    const filter = ids ? `where ${itemOf[kind]} = any(${branch.bind([...ids])}::integer[])` : '';
    return `${itemOf[kind]} as item, count(distinct prompt_id)::float8 as prompts, count(distinct model)::float8 as models
        from ${branch.narrowed()} ${itemsOfRuns(kind, branch)} ${filter} group by item`;
  };
  const found = await rowsOf<DetailRow, ItemAsk>(client, asks, select, { order: 'order by ask, item' });
  return found.map((ofAsk) => ({
    ids: Int32Array.from(ofAsk, ({ item }) => item),
    prompts: Float64Array.from(ofAsk, ({ prompts }) => prompts),
    models: Float64Array.from(ofAsk, ({ models }) => models),
  }));
}

interface PromptRow {
  readonly item: number;
  /** Numbers, ascending. */
  readonly prompts: number[];
  readonly runs: number[];
}

/** The runs of each prompt that cite or issue the items of each ask, in their order, in one statement. */
export async function readRawPrompts(client: pg.ClientBase, asks: readonly ItemAsk[]) {
  const found = await rowsOf<PromptRow, ItemAsk>(
    client,
    asks,
    ({ ask: { kind, ids }, ...branch }) =>
      `item, array_agg(number order by number) as prompts, array_agg(runs order by number) as runs
        from (select ${itemOf[kind]} as item, prompt.number, count(distinct run.id)::float8 as runs
          from ${branch.narrowed()} ${itemsOfRuns(kind, branch)}
          join prompt on prompt.brand_id = ${branch.brand} and prompt.id = run.prompt_id
          where ${itemOf[kind]} = any(${branch.bind([...(ids ?? [])])}::integer[]) group by item, prompt.number) as counted group by item`,
  );
  return found.map((ofAsk) => {
    const found = new Map(
      ofAsk.map(({ item, prompts, runs }) => [
        item,
        { places: Int32Array.from(prompts), counts: Float64Array.from(runs) },
      ]),
    );
    return { of: (id: number) => found.get(id) };
  });
}

const itemOf: Readonly<Record<ItemKind, string>> = {
  url: 'citation.url_id',
  domain: 'url.domain_id',
  query: 'query_id',
};

/** Every occurrence of an item in the runs named `run`. */
function itemsOfRuns(kind: ItemKind, { brand }: Pick<Branch, 'brand'>): string {
  if (kind === 'query') return 'cross join lateral unnest(run.queries) as query_id';
  const citations = `join citation on citation.brand_id = ${brand} and citation.run_id = run.id`;
  if (kind === 'url') return citations;
  return `${citations} join url on url.brand_id = ${brand} and url.id = citation.url_id`;
}
