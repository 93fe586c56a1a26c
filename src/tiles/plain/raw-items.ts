// The plain definition of what runs cite and search for: counts by URL, domain and query, and the distinct prompts and models of each.

import type pg from 'pg';
import type { ItemAsk, ItemDetails } from '../../domain/lists/item-details.js';
import type { ItemCounts, ItemKind } from '../../domain/lists/items.js';
import { brandCompany, type RunSet } from '../../domain/summary.js';
import { type Branch, branches } from './raw-sql.js';

interface CountRow {
  readonly ask: number;
  /** `null`: the runs themselves. */
  readonly item: number | null;
  readonly runs: number;
  readonly citations: number;
  readonly mentioned: number;
}

/** The items of one kind of each question, in one statement. */
export async function countItems(
  client: pg.ClientBase,
  questions: readonly RunSet[],
  kind: ItemKind,
): Promise<readonly ItemCounts[]> {
  const { text, values } = branches(
    questions,
    (branch) => `select ${branch.ask} as ask, null::integer as item, count(*)::float8 as runs,
        count(*) filter (where cardinality(queries) > 0)::float8 as citations, 0::float8 as mentioned from ${branch.narrowed()}
      union all
      select ${branch.ask}, item, count(*)::float8, sum(citations)::float8, count(*) filter (where named)::float8
      from (select run.id, ${itemOf[kind]} as item, coalesce(companies[1] = ${brandCompany}, false) as named, count(*) as citations
        from ${branch.narrowed()} ${itemsOfRuns(kind, branch)} group by run.id, item, named) as cited group by item`,
  );
  const { rows } = await client.query<CountRow>(`${text} order by ask, item nulls first`, values);
  return groupByAsk(rows, questions.length).map(([whole, ...items]) => ({
    allRuns: whole?.runs ?? 0,
    searchedRuns: whole?.citations ?? 0,
    ids: Int32Array.from(items, ({ item }) => item ?? 0),
    runs: Float64Array.from(items, ({ runs }) => runs),
    citations: Float64Array.from(items, ({ citations }) => citations),
    mentioned: Float64Array.from(items, ({ mentioned }) => mentioned),
  }));
}

interface DetailRow {
  readonly ask: number;
  readonly item: number;
  readonly prompts: number;
  readonly models: number;
}

/** The details of each ask, in their order, in one statement. */
export async function readRawDetails(client: pg.ClientBase, asks: readonly ItemAsk[]): Promise<readonly ItemDetails[]> {
  if (asks.length === 0) return [];
  const { text, values } = branches(
    asks.map(({ question }) => question),
    (branch) => {
      const { kind = 'url', ids = null } = asks[branch.ask] ?? {};
      const filter = ids ? `where ${itemOf[kind]} = any(${branch.bind([...ids])}::integer[])` : '';
      return `select ${branch.ask} as ask, ${itemOf[kind]} as item, count(distinct prompt_id)::float8 as prompts, count(distinct model)::float8 as models
        from ${branch.narrowed()} ${itemsOfRuns(kind, branch)} ${filter} group by item`;
    },
  );
  const { rows } = await client.query<DetailRow>(`${text} order by ask, item`, values);
  return groupByAsk(rows, asks.length).map((ofAsk) => ({
    ids: Int32Array.from(ofAsk, ({ item }) => item),
    prompts: Float64Array.from(ofAsk, ({ prompts }) => prompts),
    models: Float64Array.from(ofAsk, ({ models }) => models),
  }));
}

interface PromptRow {
  readonly ask: number;
  readonly item: number;
  /** Numbers, ascending. */
  readonly prompts: number[];
  readonly runs: number[];
}

/** The runs of each prompt that cite or issue the items of each ask, in their order, in one statement. */
export async function readRawPrompts(client: pg.ClientBase, asks: readonly ItemAsk[]) {
  const { text, values } = branches(
    asks.map(({ question }) => question),
    (branch) => {
      const { kind = 'url', ids } = asks[branch.ask] ?? {};
      return `select ${branch.ask} as ask, item, array_agg(number order by number) as prompts, array_agg(runs order by number) as runs
        from (select ${itemOf[kind]} as item, prompt.number, count(distinct run.id)::float8 as runs
          from ${branch.narrowed()} ${itemsOfRuns(kind, branch)}
          join prompt on prompt.brand_id = ${branch.brand} and prompt.id = run.prompt_id
          where ${itemOf[kind]} = any(${branch.bind([...(ids ?? [])])}::integer[]) group by item, prompt.number) as counted group by item`;
    },
  );
  const { rows } = await client.query<PromptRow>(text, values);
  return groupByAsk(rows, asks.length).map((ofAsk) => {
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
function itemsOfRuns(kind: ItemKind, { brand }: Branch): string {
  if (kind === 'query') return 'cross join lateral unnest(run.queries) as query_id';
  const citations = `join citation on citation.brand_id = ${brand} and citation.run_id = run.id`;
  if (kind === 'url') return citations;
  return `${citations} join url on url.brand_id = ${brand} and url.id = citation.url_id`;
}

function groupByAsk<Row extends { readonly ask: number }>(rows: readonly Row[], asks: number): readonly Row[][] {
  const groups = Array.from({ length: asks }, (): Row[] => []);
  for (const row of rows) groups[row.ask]?.push(row);
  return groups;
}
