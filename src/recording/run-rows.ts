// How runs are written: one statement a table, all rows of a batch at once. The same runs again change nothing.

import type pg from 'pg';
import type { AdmittedRun } from './changes.js';
import { literalOf, plainLiteral } from './literal.js';
import type { RunKey } from './lookups.js';
import { type Assessment, sentimentLabels } from './records.js';

export async function upsertRuns(client: pg.ClientBase, rows: readonly AdmittedRun[]): Promise<void> {
  await client.query(
    `insert into run (brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, citation_count, companies, sentiments, positions)
     select brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, citation_count,
       companies::int[], sentiments::smallint[], positions::int[]
     from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::bool[], $8::int[], $9::text[], $10::text[], $11::text[])
       as row (brand_id, id, prompt_id, created_at, model, provider, web_search_enabled, citation_count, companies, sentiments, positions)
     on conflict (brand_id, id) do update set created_at = excluded.created_at, model = excluded.model, provider = excluded.provider,
       web_search_enabled = excluded.web_search_enabled, citation_count = excluded.citation_count,
       companies = excluded.companies, sentiments = excluded.sentiments, positions = excluded.positions`,
    [
      rows.map((row) => row.brandId),
      plainLiteral(rows.map(({ record }) => record.id)),
      plainLiteral(rows.map(({ record }) => record.promptId)),
      rows.map(({ record }) => new Date(record.createdAt).toISOString()),
      rows.map(({ record }) => record.model),
      rows.map(({ record }) => record.provider),
      rows.map(({ record }) => record.webSearchEnabled),
      plainLiteral(rows.map(({ record }) => record.citations.length)),
      rows.map((row) => `{${row.companies.join(',')}}`),
      rows.map((row) => `{${row.assessed.map(sentimentCode).join(',')}}`),
      rows.map((row) => `{${row.assessed.map((each) => each.position ?? 0).join(',')}}`),
    ],
  );
}

export async function upsertAnswers(client: pg.ClientBase, rows: readonly AdmittedRun[]): Promise<void> {
  await client.query(
    `insert into answer (brand_id, run_id, text, web_queries, assessments)
     select brand_id, run_id, text, web_queries::text[], assessments::json
     from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[]) as row (brand_id, run_id, text, web_queries, assessments)
     on conflict (brand_id, run_id) do update
     set text = excluded.text, web_queries = excluded.web_queries, assessments = excluded.assessments`,
    [
      rows.map((row) => row.brandId),
      plainLiteral(rows.map(({ record }) => record.id)),
      rows.map(({ record }) => record.answer),
      rows.map(({ record }) => literalOf(record.webQueries)),
      rows.map((row) => assessmentsJson(row.assessments)),
    ],
  );
}

export async function deleteCitations(client: pg.ClientBase, runs: readonly RunKey[]): Promise<void> {
  await client.query(
    `delete from citation using unnest($1::text[], $2::uuid[]) as gone (brand_id, run_id)
     where citation.brand_id = gone.brand_id and citation.run_id = gone.run_id`,
    [runs.map((run) => run.brandId), runs.map((run) => run.id)],
  );
}

/** The citations of all `runs`; `urlIds` are the numbers of all cited URLs of the batch, in order. */
export async function insertCitations(
  client: pg.ClientBase,
  runs: readonly AdmittedRun[],
  urlIds: readonly number[],
): Promise<void> {
  const cited = runs.flatMap((run) => run.record.citations.map((citation, index) => ({ run, citation, index })));
  if (cited.length === 0) return;
  await client.query(
    `insert into citation (brand_id, run_id, index, url_id, url, title)
     select * from unnest($1::text[], $2::uuid[], $3::int[], $4::int[], $5::text[], $6::text[])`,
    [
      cited.map(({ run }) => run.brandId),
      plainLiteral(cited.map(({ run }) => run.record.id)),
      plainLiteral(cited.map(({ index }) => index)),
      plainLiteral(cited.map(({ run, index }) => urlIds[run.citedFrom + index] ?? 0)),
      cited.map(({ citation }) => citation.url.raw),
      cited.map(({ citation }) => citation.title),
    ],
  );
}

/** 0 for none, then 1 to 4 in the order of the labels. */
function sentimentCode({ sentiment }: Assessment): number {
  return sentiment === null ? 0 : sentimentLabels.indexOf(sentiment) + 1;
}

/** Written by hand because an object cannot hold every name in order: `__proto__` and `7` are names too. */
function assessmentsJson({ brand, competitors }: AdmittedRun['assessments']): string {
  const byName = [...competitors].map(([name, assessment]) => `${JSON.stringify(name)}:${JSON.stringify(assessment)}`);
  return `{"brand":${JSON.stringify(brand)},"competitors":{${byName.join(',')}}}`;
}
