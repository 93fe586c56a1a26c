// How much room everything takes, indexes included.

import { stat } from 'node:fs/promises';
import type { Database } from '../src/database/postgres.js';
import { tileTables } from './data.js';

/** Bytes. */
export interface Storage {
  /** What questions about figures need of the raw rows: no answers, no assessments. */
  readonly raw: number;
  readonly answers: number;
  readonly tiles: number;
  readonly cells: number;
  readonly duck: number;
}

const rawTables = ['run', 'citation', 'url', 'domain', 'query', 'company', 'prompt'];
const cellTables = ['bench.cell', 'bench.cell_company', 'bench.cell_url'];

export async function storageOf(db: Database, duckFile: string): Promise<Storage> {
  return {
    ...(await basicStorageOf(db)),
    cells: await sizeOf(db, cellTables),
    duck: (await stat(duckFile)).size,
  };
}

/** What the project itself stores. */
export async function basicStorageOf(db: Database): Promise<Pick<Storage, 'raw' | 'answers' | 'tiles'>> {
  return {
    raw: await sizeOf(db, rawTables),
    answers: await sizeOf(db, ['answer']),
    tiles: await sizeOf(db, tileTables),
  };
}

async function sizeOf({ pool }: Database, tables: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    'select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) as name',
    [tables],
  );
  return rows[0]?.bytes ?? 0;
}
