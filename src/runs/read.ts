// Runs by their keys, and what they say at length: one statement for however many runs, in the order of the keys.

import { bindings, type LookUp, lookUps } from '../database/bindings.js';
import { plainLiteral } from '../database/copy/literal.js';
import { type Budget, refuse, textUnitBytes, unlimited } from '../domain/budget.js';
import { type Assessment, assessmentOf, type Citation, type Run, type RunDetails, type RunKey } from '../domain/run.js';
import type { Queryable } from '../tiles/plain/rows.js';

/** How many companies the rows of a statement mention together, and the common table expression that counts them, if there is one. */
interface Mentions {
  readonly counted: string | null;
  readonly mentions: string;
}

/** Of the runs `from` which a statement selects. Those of several brands are counted apart: a cluster looks up no names beside a window over several nodes. */
export function mentionsOf(brandIds: readonly string[], from: string): Mentions {
  const mentions = 'sum(cardinality(run.companies))';
  if (new Set(brandIds).size === 1) return { counted: null, mentions: `${mentions} over ()` };
  return {
    counted: `total as (select ${mentions} as mentions from ${from})`,
    mentions: '(select mentions from total)',
  };
}

/**
 * The columns of a `Run` over a relation named `run`, the names of companies only where all of them together take at most as many bytes as the
 * parameter `maxBytes` says.
 */
export const runColumns = (
  maxBytes: string,
  lookUp: LookUp,
  { mentions }: Mentions,
) => `run.brand_id as "brandId", run.id, run.prompt_id as "promptId", run.model, run.provider,
  run.web_search_enabled as "webSearchEnabled", run.market, run.citation_count as "citationCount",
  (extract(epoch from run.created_at) * 1000)::float8 as "createdAt", 0 = any(run.companies) as "brandMentioned",
  case when ${mentions} * ${textUnitBytes} <= ${maxBytes}::float8 then array(
    select company.name from unnest(run.companies) with ordinality as named (id, place)
    cross join ${lookUp({ table: 'company', equal: { brand_id: 'run.brand_id', id: 'named.id' } })} order by named.place
  ) end as "competitorsMentioned"`;

/** The runs that `keys` name; a missing one is `null`. */
export async function readRuns(
  db: Queryable,
  keys: readonly RunKey[],
  budget = unlimited,
): Promise<readonly (Run | null)[]> {
  const { brandIds, wanted, lookUp, bind, values } = under(keys);
  const from = `${wanted} cross join ${lookUp({ table: 'run', equal: { brand_id: 'wanted.brand_id', id: 'wanted.run_id' } })}`;
  const mentions = mentionsOf(brandIds, from);
  const columns = runColumns(bind(budget.remainingBytes()), lookUp, mentions);
  const { rows } = await db.query<Run>(
    `${mentions.counted ? `with ${mentions.counted}` : ''} select ${columns} from ${from}`,
    values,
  );
  const found = new Map(rows.map((row) => [place({ brandId: row.brandId, runId: row.id }), row]));
  return keys.map((key) => found.get(place(key)) ?? null);
}

/** A row of texts, of which all rows together have `bytes`; the texts themselves are `null` where that is too much. */
interface SizedRow extends RunKey {
  readonly bytes: number;
}

/** Throws where the texts of `rows` were too much to be read. */
export function assertRead(rows: readonly Pick<SizedRow, 'bytes'>[], maxBytes: number, budget: Budget): void {
  const bytes = rows[0]?.bytes ?? 0;
  if (bytes > maxBytes) refuse(budget, bytes);
}

/** The answers' texts; `null` where a run has none. What is more than `budget` has room for does not leave the database. */
export async function readTexts(
  db: Queryable,
  keys: readonly RunKey[],
  budget = unlimited,
): Promise<readonly (string | null)[]> {
  const maxBytes = budget.remainingBytes();
  const { wanted, lookUp, bind, values } = under(keys);
  const { rows } = await db.query<SizedRow & { text: string | null }>(
    `select brand_id as "brandId", run_id as "runId", bytes::float8, case when bytes <= ${bind(maxBytes)}::float8 then text end as text
      from (select answer.brand_id, answer.run_id, text, sum(octet_length(text)) over () as bytes
        from ${wanted} cross join ${lookUp(answers)}) as sized`,
    values,
  );
  assertRead(rows, maxBytes, budget);
  const found = new Map(rows.map((row) => [place(row), row.text]));
  return keys.map((key) => found.get(place(key)) ?? null);
}

/** The columns of `RunDetails` over `answer`; what all rows together have of them is `null` where it is more than `maxBytes`. */
export function detailColumns(maxBytes: string): string {
  const bytes = `sum(octet_length(answer.assessments::text) + octet_length(array_to_string(answer.web_queries, ''))) over ()`;
  const within = (value: string) => `case when ${bytes} <= ${maxBytes}::float8 then ${value} end`;
  // The driver reads a long array letter by letter.
  return `answer.run_id as "runId", ${bytes}::float8 as bytes, ${within('to_json(answer.web_queries)')} as "webQueries",
    ${within('answer.assessments')} as assessments`;
}

/** What `detailColumns` yields. */
export interface DetailsRow {
  readonly runId: string;
  readonly bytes: number;
  readonly webQueries: string[];
  readonly assessments: {
    readonly brand?: Partial<Assessment> | null;
    readonly competitors?: Readonly<Record<string, Partial<Assessment>>>;
  } | null;
}

/** Assessments and web queries; none where a run has no answer. What is more than `budget` has room for does not leave the database. */
export async function readDetails(
  db: Queryable,
  keys: readonly RunKey[],
  budget = unlimited,
): Promise<readonly RunDetails[]> {
  const maxBytes = budget.remainingBytes();
  const { wanted, lookUp, bind, values } = under(keys);
  const { rows } = await db.query<DetailsRow & RunKey>(
    `select answer.brand_id as "brandId", ${detailColumns(bind(maxBytes))} from ${wanted} cross join ${lookUp(answers)}`,
    values,
  );
  assertRead(rows, maxBytes, budget);
  const found = new Map(rows.map((row) => [place(row), toDetails(row)]));
  return keys.map((key) => found.get(place(key)) ?? noDetails);
}

/** Of a run without an answer. */
export const noDetails: RunDetails = { webQueries: [], assessments: { brand: null, competitors: {} } };

export function toDetails({ webQueries, assessments }: Pick<DetailsRow, 'webQueries' | 'assessments'>): RunDetails {
  const competitors = Object.entries(assessments?.competitors ?? {});
  return {
    webQueries,
    assessments: {
      brand: assessments?.brand ? assessmentOf(assessments.brand) : null,
      competitors: Object.fromEntries(competitors.map(([name, given]) => [name, assessmentOf(given)])),
    },
  };
}

/** Each run's citations in their order. What is more than `budget` has room for does not leave the database. */
export async function readCitations(
  db: Queryable,
  keys: readonly RunKey[],
  budget = unlimited,
): Promise<readonly Citation[][]> {
  const maxBytes = budget.remainingBytes();
  const { wanted, lookUp, bind, values } = under(keys);
  const citations = { table: 'citation', equal, primaryKey: 'run_id, index' };
  // A row without a citation says how many bytes there are where these are too many.
  const { rows } = await db.query<SizedRow & Citation>(
    `with cited as (select citation.* from ${wanted} cross join ${lookUp(citations)}),
      total as (select coalesce(sum(octet_length(url) + coalesce(octet_length(title), 0)), 0)::float8 as bytes from cited),
      named as (
        select cited.*, domain.name as domain from cited
        cross join ${lookUp({ table: 'url', equal: { brand_id: 'cited.brand_id', id: 'cited.url_id' } })}
        cross join ${lookUp({ table: 'domain', equal: { brand_id: 'url.brand_id', id: 'url.domain_id' } })}
        where (select bytes from total) <= ${bind(maxBytes)}::float8
      )
      select bytes, brand_id as "brandId", run_id as "runId", index, url, domain, title
      from total left join named on true order by index`,
    values,
  );
  assertRead(rows, maxBytes, budget);
  const found = new Map(keys.map((key): [string, Citation[]] => [place(key), []]));
  for (const { brandId, runId, bytes: _, ...citation } of rows) found.get(place({ brandId, runId }))?.push(citation);
  return keys.map((key) => found.get(place(key)) ?? []);
}

/** A statement on runs: their keys as the rows of `wanted`. */
function under(keys: readonly RunKey[]) {
  const { values, bind } = bindings();
  const brandIds = keys.map(({ brandId }) => brandId);
  const ids = plainLiteral(keys.map(({ runId }) => runId));
  const wanted = `unnest(${bind(brandIds)}::text[], ${bind(ids)}::uuid[]) as wanted (brand_id, run_id)`;
  return { values, bind, brandIds, wanted, lookUp: lookUps(brandIds, bind) };
}

/** What finds rows by the brand and the run of `wanted`, and so the answers. */
const equal = { brand_id: 'wanted.brand_id', run_id: 'wanted.run_id' };
const answers = { table: 'answer', equal, primaryKey: 'run_id' };

/** A string that is equal for equal keys. A run id has a fixed length, so the two parts cannot run together. */
export function place({ brandId, runId }: RunKey): string {
  return runId + brandId;
}
