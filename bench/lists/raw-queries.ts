// Web queries by SQL on raw rows.

import type { ListAsk } from '../../src/domain/lists/lists.js';
import { type Bind, previousOf, runsOf } from './runs.js';

/** Query, runs, prompts, models, runs that mention the brand, runs of the window before. */
export function querySql(ask: ListAsk, bind: Bind): string {
  const { question, limit } = ask;
  const brand = bind(question.brandId);
  const isByPrompts = ask.orderBy === 'prompts';
  return `with issued as materialized (select query, prompt_id, model, coalesce(companies[1] = 0, false) as is_mentioned
      from run cross join unnest(queries) as query where ${runsOf(question, question.window, bind)}),
    counts as materialized (select query, count(*)::float8 as runs, (count(*) filter (where is_mentioned))::float8 as mentions
      ${isByPrompts ? ', count(distinct prompt_id)::float8 as key' : ''} from issued group by query),
    first as (select * from counts order by ${isByPrompts ? 'key' : 'runs'} desc fetch first ${limit} rows with ties),
    page as materialized (select first.*, ${isByPrompts ? 'key' : 'runs'} as rank, text
      from first join query as named on named.brand_id = ${brand} and named.id = first.query
      order by rank desc, text collate "C" limit ${limit}),
    details as (select query, count(distinct prompt_id)::float8 as prompts, count(distinct model)::float8 as models
      from issued where query in (select query from page) group by query),
    before as (select query, count(*)::float8 as runs from run cross join unnest(queries) as query
      where ${runsOf(question, previousOf(ask), bind)} and query in (select query from page) group by query)
    select (select count(*) from counts)::float8 as total, json_agg(json_build_array(text, page.runs, prompts, models, mentions,
      coalesce(before.runs, 0)) order by rank desc, text collate "C") as rows
    from page join details using (query) left join before using (query)`;
}
