// Everything that is recorded, as one value to compare: each table's rows in an order of their own. Bookkeeping of readers is left out.

import type { Database } from '../../src/database/postgres.js';

const statements = {
  organization: 'select id, name from organization',
  model: 'select id, label from model',
  brand: 'select * from brand',
  company: 'select * from company',
  prompt: 'select * from prompt',
  channel: 'select * from channel',
  domain: 'select * from domain',
  url: `select brand_id, id, domain_id, encode(digest, 'hex') as digest, url, title from url`,
  query: `select brand_id, id, encode(digest, 'hex') as digest, text from query`,
  run: 'select * from run',
  answer: 'select brand_id, run_id, text, web_queries, assessments::text as assessments from answer',
  citation: 'select * from citation',
} as const;

export type Tables = Readonly<Record<keyof typeof statements, readonly Readonly<Record<string, unknown>>[]>>;

/** The rows of every table, sorted by their JSON. */
export async function tablesOf(db: Database): Promise<Tables> {
  const tables: [string, readonly unknown[]][] = [];
  for (const [table, sql] of Object.entries(statements)) {
    const { rows } = await db.pool.query<Record<string, unknown>>(sql);
    const byText = new Map(rows.map((row) => [JSON.stringify(row), row]));
    tables.push([table, [...byText.keys()].sort().map((text) => JSON.parse(text))]);
  }
  // safe because every table of `Tables` was read
  return Object.fromEntries(tables) as unknown as Tables;
}

/** The tables without the numbers of queries, which depend on the order of recording: each run lists its queries' texts. */
export function withoutQueryNumbers({ query, run, ...others }: Tables) {
  const texts = new Map(query.map((row) => [`${row.brand_id} ${row.id}`, row.text]));
  return {
    ...others,
    query: query.map(({ id: _, ...row }) => JSON.stringify(row)).sort(),
    run: run.map(({ queries, ...row }) => {
      const numbers = queries as readonly number[]; // safe because the column is an integer[]
      return { ...row, queries: numbers.map((number) => texts.get(`${row.brand_id} ${number}`)) };
    }),
  };
}

/** How many rows each table has. */
export function sizesOf(tables: Tables): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
}
