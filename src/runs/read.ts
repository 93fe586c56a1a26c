// Runs by their keys, and what they say at length: one statement for however many runs, in the order of the keys.

import type pg from 'pg';
import type { Assessment, Citation, Run, RunDetails, RunKey } from '../domain/run.js';

/** A pool or a client: what one statement is sent through. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>>;
}

/** The columns of a `Run` over a relation named `run`. */
export const runColumns = `run.brand_id as "brandId", run.id, run.prompt_id as "promptId", run.model, run.provider,
  run.web_search_enabled as "webSearchEnabled", run.citation_count as "citationCount",
  (extract(epoch from run.created_at) * 1000)::float8 as "createdAt", 0 = any(run.companies) as "brandMentioned",
  array(
    select company.name from unnest(run.companies) with ordinality as named (id, place)
    join company on company.brand_id = run.brand_id and company.id = named.id order by named.place
  ) as "competitorsMentioned"`;

/** The runs that `keys` name; a missing one is `null`. */
export async function readRuns(db: Queryable, keys: readonly RunKey[]): Promise<readonly (Run | null)[]> {
  const { rows } = await db.query<Run>(
    `select ${runColumns} from run where brand_id = any($1) and id = any($2::uuid[])`,
    bound(keys),
  );
  const found = new Map(rows.map((row) => [place({ brandId: row.brandId, runId: row.id }), row]));
  return keys.map((key) => found.get(place(key)) ?? null);
}

/** The answers' texts; `null` where a run has none. */
export async function readTexts(db: Queryable, keys: readonly RunKey[]): Promise<readonly (string | null)[]> {
  const { rows } = await db.query<RunKey & { text: string | null }>(
    `select brand_id as "brandId", run_id as "runId", text from answer where brand_id = any($1) and run_id = any($2::uuid[])`,
    bound(keys),
  );
  const found = new Map(rows.map((row) => [place(row), row.text]));
  return keys.map((key) => found.get(place(key)) ?? null);
}

interface DetailsRow extends RunKey {
  readonly webQueries: string[];
  readonly assessments: {
    readonly brand?: Partial<Assessment> | null;
    readonly competitors?: Readonly<Record<string, Partial<Assessment>>>;
  } | null;
}

/** Assessments and web queries; none where a run has no answer. */
export async function readDetails(db: Queryable, keys: readonly RunKey[]): Promise<readonly RunDetails[]> {
  const { rows } = await db.query<DetailsRow>(
    `select brand_id as "brandId", run_id as "runId", web_queries as "webQueries", assessments
      from answer where brand_id = any($1) and run_id = any($2::uuid[])`,
    bound(keys),
  );
  const found = new Map(rows.map((row) => [place(row), toDetails(row)]));
  return keys.map((key) => found.get(place(key)) ?? { webQueries: [], assessments: { brand: null, competitors: {} } });
}

function toDetails({ webQueries, assessments }: DetailsRow): RunDetails {
  const competitors = Object.entries(assessments?.competitors ?? {});
  return {
    webQueries,
    assessments: {
      brand: assessments?.brand ? toAssessment(assessments.brand) : null,
      competitors: Object.fromEntries(competitors.map(([name, given]) => [name, toAssessment(given)])),
    },
  };
}

function toAssessment(given: Partial<Assessment>): Assessment {
  return {
    mentioned: given.mentioned ?? false,
    probability: given.probability ?? null,
    reason: given.reason ?? null,
    sentiment: given.sentiment ?? null,
    sentimentProbabilities: given.sentimentProbabilities ?? {},
    position: given.position ?? null,
    mentionCount: given.mentionCount ?? null,
  };
}

/** Each run's citations in their order. */
export async function readCitations(db: Queryable, keys: readonly RunKey[]): Promise<readonly Citation[][]> {
  const { rows } = await db.query<RunKey & Citation>(
    `select citation.brand_id as "brandId", run_id as "runId", index, citation.url, domain.name as domain, title
      from citation
      join url on url.brand_id = citation.brand_id and url.id = citation.url_id
      join domain on domain.brand_id = url.brand_id and domain.id = url.domain_id
      where citation.brand_id = any($1) and run_id = any($2::uuid[]) order by index`,
    bound(keys),
  );
  const found = new Map(keys.map((key): [string, Citation[]] => [place(key), []]));
  for (const { brandId, runId, ...citation } of rows) found.get(place({ brandId, runId }))?.push(citation);
  return keys.map((key) => found.get(place(key)) ?? []);
}

/** Brand ids and run ids apart, so that one statement reads every pair; a foreign pair that it also finds is left out by `place`. */
function bound(keys: readonly RunKey[]): [string[], string[]] {
  return [[...new Set(keys.map(({ brandId }) => brandId))], keys.map(({ runId }) => runId)];
}

/** A string that is equal for equal keys. A run id has a fixed length, so the two parts cannot run together. */
export function place({ brandId, runId }: RunKey): string {
  return runId + brandId;
}
