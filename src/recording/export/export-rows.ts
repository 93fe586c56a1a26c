// The statements of an export: each returns the records of one type as JSON, one per row, in a stable order. COPY accepts no parameters,
// so every value is a literal.

import type pg from 'pg';
import { literal } from '../../database/copy/copy-rows.js';

/** What is exported: all brands (`null`) or some, and of their runs those with `from` <= createdAt < `to` (epoch milliseconds; `null`: unbounded). */
export interface ExportSelection {
  readonly brandIds: readonly string[] | null;
  readonly from: number | null;
  readonly to: number | null;
}

const instant = (ms: number) => `${literal(new Date(ms).toISOString())}::timestamptz`;

/** An instant as records have it. */
const written = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The condition on a brand's id. */
function brandCondition(column: string, { brandIds }: ExportSelection): string {
  return brandIds === null ? 'true' : `${column} = any(${literal(brandIds)}::text[])`;
}

/** Of a brand that is being deleted, rows are left without it. */
const isThere = 'exists (select from brand where brand.id = brand_id)';

/** The condition on a run. */
function runCondition(selection: ExportSelection): string {
  const { from, to } = selection;
  return [
    brandCondition('run.brand_id', selection),
    ...(from === null ? [] : [`run.created_at >= ${instant(from)}`]),
    ...(to === null ? [] : [`run.created_at < ${instant(to)}`]),
  ].join(' and ');
}

export function organizations(selection: ExportSelection): string {
  const which =
    selection.brandIds === null
      ? 'true'
      : `id in (select organization_id from brand where ${brandCondition('id', selection)})`;
  return `select json_build_object('type', 'organization', 'id', id, 'name', name)::text
    from organization where ${which} order by id collate "C"`;
}

/** All models, or those of the selected runs. */
export function models(selection: ExportSelection): string {
  const isAll = selection.brandIds === null && selection.from === null && selection.to === null;
  const which = isAll ? 'true' : `id in (select model from run where ${runCondition(selection)})`;
  return `select json_build_object('type', 'model', 'id', id, 'label', label)::text
    from model where ${which} order by id collate "C"`;
}

export function brands(selection: ExportSelection): string {
  return `select json_build_object('type', 'brand', 'id', id, 'organizationId', organization_id, 'name', name,
      'aliases', aliases, 'domains', domains)::text
    from brand where ${brandCondition('id', selection)} order by id collate "C"`;
}

/** Every company, in the order of their numbers, so that recording assigns the same numbers. */
export function competitors(selection: ExportSelection): string {
  return `select json_build_object('type', 'competitor', 'brandId', brand_id, 'name', name,
      'aliases', aliases, 'domains', domains, 'tracked', tracked)::text
    from company where ${brandCondition('brand_id', selection)} and ${isThere} order by brand_id collate "C", id`;
}

/** In the order of their numbers, like competitors. */
export function prompts(selection: ExportSelection): string {
  return `select json_build_object('type', 'prompt', 'id', id, 'brandId', brand_id, 'text', text, 'tags', tags)::text
    from prompt where ${brandCondition('brand_id', selection)} order by brand_id collate "C", number`;
}

/** All of them: a part of the runs alone is selected by time. */
export function annotations(selection: ExportSelection): string {
  return `select json_build_object('type', 'annotation', 'id', id, 'brandId', brand_id, 'at', ${written('at')},
      'until', ${written('until')}, 'text', text, 'url', url)::text
    from annotation where ${brandCondition('brand_id', selection)} and ${isThere} order by brand_id collate "C", at, id collate "C"`;
}

/**
 * The runs of one brand, oldest first. The parts of a run are fetched run by run along the index on time (`offset 0` makes the planner do
 * so): a join of the whole tables would sort all texts on disk before returning the first row.
 */
export function runs(selection: ExportSelection, brandId: string): string {
  const brand = literal(brandId);
  return `select json_strip_nulls(json_build_object('type', 'run', 'id', run.id, 'promptId', run.prompt_id,
      'model', run.model, 'provider', run.provider, 'webSearchEnabled', run.web_search_enabled, 'market', run.market,
      'createdAt', ${written('run.created_at')},
      'answer', said.text, 'webQueries', to_json(said.web_queries), 'citations', cited.pages,
      'brandMentioned', 0 = any(run.companies), 'competitorsMentioned', named.names, 'assessments', said.assessments))::text
    from run
    left join lateral (
      select text, web_queries, assessments from answer where answer.brand_id = ${brand} and answer.run_id = run.id offset 0
    ) as said on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('url', url, 'title', title) order by index), '[]') as pages
      from citation where citation.brand_id = ${brand} and citation.run_id = run.id
    ) as cited
    cross join lateral (
      select coalesce(json_agg(company.name order by place), '[]') as names
      from unnest(run.companies) with ordinality as number (id, place)
      join company on company.brand_id = ${brand} and company.id = number.id
    ) as named
    where run.brand_id = ${brand} and ${runCondition({ ...selection, brandIds: null })} order by run.created_at, run.id`;
}

/** The number of selected runs. */
export async function countRuns(client: pg.ClientBase, selection: ExportSelection): Promise<number> {
  const { rows } = await client.query<{ runs: number }>(
    `select count(*)::float8 as runs from run where ${runCondition(selection)}`,
  );
  return rows[0]?.runs ?? 0;
}

/** The ids among `brandIds` that are not brands. */
export async function unknownBrands(client: pg.ClientBase, brandIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from unnest($1::text[]) as id where not exists (select from brand where brand.id = id.id)',
    [brandIds],
  );
  return rows.map(({ id }) => id);
}
