// Cited domains and URLs by SQL on raw rows.

import type { ListAsk } from '../../src/domain/lists/lists.js';
import { type Bind, previousOf, runsOf } from './runs.js';

/** Domain or URL, title, citations, runs, prompts, URLs, citations of the window before. */
export function sourceSql(ask: ListAsk, bind: Bind): string {
  const { question, limit } = ask;
  const brand = bind(question.brandId);
  const isUrl = ask.kind === 'urls';
  const item = isUrl ? 'url_id' : 'domain_id';
  const domains = isUrl ? '' : `join url on url.brand_id = ${brand} and url.id = citation.url_id`;
  const cited = (columns: string, window: ListAsk['question']['window']) => `select ${item}, ${columns} from run
    join citation on citation.brand_id = ${brand} and citation.run_id = run.id ${domains} where ${runsOf(question, window, bind)}`;
  const isByPrompts = ask.orderBy === 'prompts';
  const named = isUrl ? 'named.url' : 'named.name';
  return `with cited as materialized (${cited('url_id as page_url, run.id as run_id, prompt_id', question.window)}),
    by_run as (select ${item}, run_id, prompt_id, count(*) as citations from cited group by ${item}, run_id, prompt_id),
    counts as materialized (select ${item}, sum(citations)::float8 as citations, count(*)::float8 as runs
      ${isByPrompts ? ', count(distinct prompt_id)::float8 as key' : ''} from by_run group by ${item}),
    first as (select * from counts order by ${isByPrompts ? 'key' : 'citations'} desc fetch first ${limit} rows with ties),
    page as materialized (select first.*, ${isByPrompts ? 'key' : 'citations'} as rank, ${named} as name, ${isUrl ? 'named.title' : 'null'} as title
      from first join ${isUrl ? 'url' : 'domain'} as named on named.brand_id = ${brand} and named.id = ${item}
      order by rank desc, ${named} collate "C" limit ${limit}),
    details as (select ${item}, count(distinct prompt_id)::float8 as prompts, count(distinct page_url)::float8 as urls
      from cited where ${item} in (select ${item} from page) group by ${item}),
    before as (select ${item}, count(*)::float8 as citations from (${cited('1 as one', previousOf(ask))}) as earlier
      where ${item} in (select ${item} from page) group by ${item})
    select (select count(*) from counts)::float8 as total, json_agg(json_build_array(name, title, page.citations, runs, prompts,
      ${isUrl ? 'null' : 'urls'}, coalesce(before.citations, 0)) order by rank desc, name collate "C") as rows
    from page join details using (${item}) left join before using (${item})`;
}
