// The table of items: of each chunk over a period the counts by outcome, and on days the entries behind them.

import type pg from 'pg';
import { int, literal, streamRows } from '../../database/copy/copy-rows.js';
import { type EncodedRows, encodeRows, insertEncoded } from '../../database/copy/insert-rows.js';
import { type PostingKind, postingKinds } from '../packed/items/kinds.js';
import type { OfBrand } from './of-brand.js';
import type { TilePlace } from './store.js';

/** The number of a kind in the database. */
function numberOf(kind: PostingKind): number {
  return postingKinds.indexOf(kind);
}

/** The blocks of one chunk over one period, or of a part of it. */
export interface PostingRow {
  readonly kind: PostingKind;
  readonly period: number;
  readonly chunk: number;
  readonly counts: Buffer;
  /** Kept on days alone. */
  readonly entries: Buffer | null;
}

export async function insertPostings(client: pg.ClientBase, place: TilePlace, rows: readonly PostingRow[]) {
  await insertEncoded(client, encodePostings(place, rows));
}

/** The same as rows to insert. */
export function encodePostings({ brandId, level, partOf }: TilePlace, rows: readonly PostingRow[]): EncodedRows {
  const values = rows.map(({ kind, period, chunk, counts, entries }) => [
    ...[brandId, numberOf(kind), level, period, chunk, partOf(period)],
    counts,
    entries,
  ]);
  return encodeRows('posting (brand_id, kind, level, period, chunk, part, counts, entries)', values);
}

export async function deletePostings({ client, brandId }: OfBrand, level: number, periods: readonly number[]) {
  if (periods.length === 0) return;
  const kinds = postingKinds.map(numberOf);
  await client.query('delete from posting where brand_id = $1 and kind = any($2) and level = $3 and period = any($4)', [
    brandId,
    kinds,
    level,
    periods,
  ]);
}

/** The counts of some periods, those of one chunk after the other. All of them must be consumed before `client` is used again. */
export async function* streamCounts(
  { client, brandId }: OfBrand,
  level: number,
  periods: readonly number[],
): AsyncGenerator<Omit<PostingRow, 'period' | 'entries'>> {
  const rows = streamRows(
    client,
    `select kind, chunk, counts from posting
     where brand_id = ${literal(brandId)} and kind = any(${literal(postingKinds.map(numberOf))}::integer[])
       and level = ${literal(level)} and period = any(${literal(periods)}::integer[]) order by kind, chunk`,
  );
  for await (const [kind, chunk, counts] of rows) {
    yield { kind: postingKinds[int(kind)] ?? 'runs', chunk: int(chunk), counts: counts ?? Buffer.alloc(0) };
  }
}
