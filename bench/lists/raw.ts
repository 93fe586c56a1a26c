// The same pages by SQL on raw rows, one statement each, written to be fast: only the rows of the page are named and looked up further.

import type pg from 'pg';
import type { ListAsk } from '../../src/domain/lists/lists.js';
import { promptSql } from './raw-prompts.js';
import { querySql } from './raw-queries.js';
import { sourceSql } from './raw-sources.js';

/** Rows as lists of values, the same for every contestant. */
export interface PlainPage {
  readonly total: number;
  readonly rows: readonly (readonly unknown[])[];
}

/** Reads the page of `ask`. */
export async function readRawList(client: pg.ClientBase, ask: ListAsk): Promise<PlainPage> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const sql = ask.kind === 'prompts' ? promptSql : ask.kind === 'queries' ? querySql : sourceSql;
  const { rows } = await client.query<PlainPage>(sql(ask, bind), values);
  const [page] = rows;
  if (!page) throw new Error('There is no page.');
  return { total: page.total, rows: page.rows ?? [] };
}
