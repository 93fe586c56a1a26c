// Whether accepted lines are in the database as they were written, the last of each thing counting.

import type { Database } from '../../../src/database/postgres.js';

type Fields = Readonly<Record<string, unknown>>;

/** How each kind of record is found again, and what of it is compared. */
const kinds: Readonly<
  Record<
    string,
    {
      readonly key: (record: Fields) => readonly unknown[];
      readonly sql: string;
      readonly of: (record: Fields) => unknown;
    }
  >
> = {
  organization: {
    key: ({ id }) => [id],
    sql: 'select name as found from organization where id = $1',
    of: ({ name }) => name,
  },
  model: {
    key: ({ id }) => [trimmed(id)],
    sql: 'select label as found from model where id = $1',
    of: ({ label }) => label,
  },
  brand: { key: ({ id }) => [id], sql: 'select name as found from brand where id = $1', of: ({ name }) => name },
  competitor: {
    key: ({ brandId, name }) => [brandId, name],
    sql: 'select tracked as found from company where brand_id = $1 and name = $2',
    of: ({ tracked }) => tracked ?? true,
  },
  annotation: {
    key: ({ brandId, id }) => [brandId, id],
    sql: 'select text as found from annotation where brand_id = $1 and id = $2',
    of: ({ text }) => text,
  },
  prompt: {
    key: ({ id }) => [lower(id)],
    sql: 'select text as found from prompt where id = $1',
    of: ({ text }) => text,
  },
  run: {
    key: ({ promptId, id }) => [lower(promptId), lower(id)],
    sql: `select json_build_array(model, provider, answer.text, citation_count, to_json(web_queries)) as found
      from run join prompt on prompt.id = run.prompt_id and prompt.brand_id = run.brand_id
      join answer on answer.brand_id = run.brand_id and answer.run_id = run.id where prompt_id = $1 and run.id = $2`,
    of: ({ model, provider, answer, citations, webQueries }) => [
      trimmed(model),
      trimmed(provider),
      answer ?? null,
      lengthOf(citations),
      webQueries ?? [],
    ],
  },
};

/** The accepted lines that are not stored as they say. */
export async function missingOf(db: Database, accepted: readonly Buffer[]): Promise<readonly unknown[]> {
  const last = new Map<string, Fields>();
  for (const bytes of accepted) {
    const record: Fields = JSON.parse(bytes.toString().replace(/^\ufeff/, ''));
    last.set(JSON.stringify([record.type, kinds[String(record.type)]?.key(record)]), record);
  }
  const missing: unknown[] = [];
  for (const record of last.values()) {
    const kind = kinds[String(record.type)];
    const { rows } = kind ? await db.pool.query<{ found: unknown }>(kind.sql, [...kind.key(record)]) : { rows: [] };
    const [wanted, found] = [JSON.stringify(kind?.of(record)), JSON.stringify(rows[0]?.found)];
    if (rows.length !== 1 || wanted !== found) missing.push({ record, found });
  }
  return missing;
}

function lower(id: unknown): string {
  return String(id).toLowerCase();
}

/** As models and providers are stored: without the white space around them. */
function trimmed(name: unknown): string {
  return String(name).trim();
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
