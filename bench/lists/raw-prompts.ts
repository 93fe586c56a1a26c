// Prompt performance by SQL on raw rows.

import type { ListAsk } from '../../src/domain/lists/lists.js';
import { type Bind, previousOf, runsOf } from './runs.js';

const labels = [1, 2, 3, 4].map(
  (label) => `(count(*) filter (where companies[1] = 0 and sentiments[1] = ${label}))::float8 as label_${label}`,
);

const keys: Readonly<Record<string, string>> = {
  visibility: 'mentions / counts.runs',
  change: 'mentions / counts.runs - before.mentions / before.runs',
};

/** Id, runs, citations, the brand's sums, mentions of all, leader and its mentions, first and last run, runs and mentions of the window before. */
export function promptSql(ask: ListAsk, bind: Bind): string {
  const { question, limit, outcome } = ask;
  const brand = bind(question.brandId);
  return `with counts as materialized (select prompt_id, count(*)::float8 as runs, sum(citation_count)::float8 as citations,
      (count(*) filter (where companies[1] = 0))::float8 as mentions, sum(cardinality(companies))::float8 as all_mentions, ${labels},
      coalesce(sum(positions[1]) filter (where companies[1] = 0), 0)::float8 as position_sum,
      (count(*) filter (where companies[1] = 0 and positions[1] > 0))::float8 as positions,
      (extract(epoch from min(created_at)) * 1000)::float8 as first, (extract(epoch from max(created_at)) * 1000)::float8 as last
      from run where ${runsOf(question, question.window, bind)} group by prompt_id),
    named as (select prompt_id, number, count(*)::float8 as mentions from run cross join unnest(companies) as number
      where number <> 0 and ${runsOf(question, question.window, bind)} group by prompt_id, number),
    leader as (select distinct on (prompt_id) prompt_id, name, mentions from named
      join company on company.brand_id = ${brand} and company.id = number order by prompt_id, mentions desc, name collate "C"),
    before as (select prompt_id, count(*)::float8 as runs, (count(*) filter (where companies[1] = 0))::float8 as mentions
      from run where ${runsOf(question, previousOf(ask), bind)} group by prompt_id),
    listed as materialized (select counts.*, leader.name as leader, leader.mentions as leader_mentions, coalesce(before.runs, 0) as runs_before,
      coalesce(before.mentions, 0) as mentions_before, ${(keys[ask.orderBy] ?? '').replace('mentions /', 'counts.mentions /')} as key
      from counts left join leader using (prompt_id) left join before using (prompt_id)
      ${outcome === 'gap' ? 'where counts.mentions = 0 and leader.name is not null' : ''}),
    page as (select * from listed order by key asc nulls last, prompt_id limit ${limit})
    select (select count(*) from listed)::float8 as total, json_agg(json_build_array(prompt_id, runs, citations,
      json_build_array(mentions, label_1, label_2, label_3, label_4, position_sum, positions), all_mentions, leader, leader_mentions, first, last,
      runs_before, mentions_before) order by key asc nulls last, prompt_id) as rows from page`;
}
