// What an Elmo database holds, read a batch at a time in the order of its runs. Only public tables are read, and nothing is written.

import type pg from 'pg';

/** The columns that are read; Elmo's other columns are not needed. */
const needed: Readonly<Record<string, readonly string[]>> = {
  organization: ['id', 'name'],
  brands: ['id', 'name', 'website', 'additional_domains', 'aliases', 'organization_id'],
  competitors: ['brand_id', 'name', 'domains', 'aliases', 'created_at', 'id'],
  prompts: ['id', 'brand_id', 'value', 'tags', 'system_tags', 'created_at'],
  prompt_runs: [
    ...['id', 'prompt_id', 'brand_id', 'model', 'provider', 'web_search_enabled', 'raw_output', 'web_queries'],
    ...['brand_mentioned', 'competitors_mentioned', 'created_at'],
  ],
  citations: ['prompt_run_id', 'url', 'title', 'citation_index', 'id'],
};

/** Throws where a table or a column is missing, naming them. */
export async function assertElmo(elmo: pg.Pool): Promise<void> {
  const { rows } = await elmo.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const found = new Set(rows.map(({ name }) => name));
  const missing = Object.entries(needed).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`).filter((name) => !found.has(name)),
  );
  if (missing.length > 0)
    throw new Error(`This is not an Elmo database with the tables of 2026: it has no ${missing.join(', ')}.`);
}

export interface ElmoBrand {
  readonly id: string;
  readonly name: string;
  readonly website: string;
  readonly additionalDomains: string[];
  readonly aliases: string[];
  readonly organizationId: string;
  readonly organizationName: string;
}

export interface ElmoCompetitor {
  readonly brandId: string;
  readonly name: string;
  readonly domains: string[];
  readonly aliases: string[];
}

interface ElmoPrompt {
  readonly id: string;
  readonly brandId: string;
  readonly value: string;
  readonly tags: string[];
}

export interface ElmoReferences {
  readonly brands: readonly ElmoBrand[];
  readonly competitors: readonly ElmoCompetitor[];
  readonly prompts: readonly ElmoPrompt[];
}

/** What the runs of the brands refer to; of all brands where `brandIds` is `null`. */
export async function readReferences(elmo: pg.Pool, brandIds: readonly string[] | null): Promise<ElmoReferences> {
  const isWanted = '($1::text[] is null or brand_id = any($1))';
  const brands = await elmo.query<ElmoBrand>(
    `select brands.id, brands.name, website, additional_domains as "additionalDomains", aliases,
       organization_id as "organizationId", organization.name as "organizationName"
     from brands join organization on organization.id = organization_id
     where $1::text[] is null or brands.id = any($1) order by brands.id`,
    [brandIds],
  );
  const competitors = await elmo.query<ElmoCompetitor>(
    `select brand_id as "brandId", name, domains, aliases from competitors where ${isWanted} order by created_at, id`,
    [brandIds],
  );
  const prompts = await elmo.query<ElmoPrompt>(
    `select id, brand_id as "brandId", value, tags || system_tags as tags from prompts where ${isWanted} order by created_at, id`,
    [brandIds],
  );
  return { brands: brands.rows, competitors: competitors.rows, prompts: prompts.rows };
}

export interface ElmoRun {
  readonly id: string;
  readonly promptId: string;
  readonly brandId: string;
  readonly model: string;
  readonly provider: string | null;
  readonly webSearchEnabled: boolean;
  readonly rawOutput: unknown;
  readonly webQueries: string[];
  readonly brandMentioned: boolean;
  readonly competitorsMentioned: string[];
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly citations: readonly { readonly url: string; readonly title: string | null }[];
}

/** The place of a run in the order in which runs are read: to the microsecond, then by id. */
interface Place {
  readonly micros: string;
  readonly id: string;
}

/** The runs of the brands, oldest first, in batches; each batch is one statement, so that no long transaction holds up Elmo. */
export async function* readRuns(
  elmo: pg.Pool,
  brandIds: readonly string[] | null,
  size: number,
): AsyncGenerator<readonly ElmoRun[]> {
  let after: Place = { micros: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await elmo.query<ElmoRun & Place>(
      `select id, prompt_id as "promptId", brand_id as "brandId", model, provider, web_search_enabled as "webSearchEnabled",
         raw_output as "rawOutput", web_queries as "webQueries", brand_mentioned as "brandMentioned",
         competitors_mentioned as "competitorsMentioned",
         to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt", created_at::text as micros,
         array(select json_build_object('url', url, 'title', title) from citations
           where prompt_run_id = run.id order by citation_index, citations.id) as citations
       from prompt_runs as run
       where ($1::text[] is null or brand_id = any($1)) and (created_at, id) > ($2::timestamptz, $3::uuid)
       order by created_at, id limit $4`,
      [brandIds, after.micros, after.id, size],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = { micros: last.micros, id: last.id };
  }
}
