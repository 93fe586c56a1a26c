// The tables of tiles: one exported function a statement, or one for each of the two tables.

import type pg from 'pg';
import { type BinaryRow, copyBytes, copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { type EncodedRows, encodeRows, insertEncoded } from '../../database/copy/insert-rows.js';
import { columnName, columnsIn, columns as columnsOfTiles, type StoredColumn, tableNames } from '../layout.js';
import { quartersADay, type Range } from '../packed/levels.js';
import type { OfBrand } from './of-brand.js';
import { everyPrompt } from './scopes.js';

/** A tile to store. */
export interface PlacedTile<Of extends StoredColumn = (typeof columnsOfTiles)[number]> {
  readonly scope: number;
  readonly period: number;
  readonly tile: { readonly encode: (column: Of) => Buffer | null };
}

/** Some scopes and periods of a level, and the columns to read. */
interface TileRange<Of extends StoredColumn = StoredColumn> {
  readonly scopes: readonly number[];
  readonly periods: readonly number[];
  readonly columns: readonly Of[];
}

/** Some columns of a stored tile, or of a part of it; `blocks` run parallel to `columns`. */
export interface TileRow<Of extends StoredColumn = StoredColumn> {
  readonly scope: number;
  readonly period: number;
  readonly level: number;
  readonly columns: readonly Of[];
  readonly blocks: BinaryRow;
}

/** Everything stored of one level, of the given scopes and periods. */
export async function readTileRows<Of extends StoredColumn>(
  { client, brandId }: OfBrand,
  level: number,
  { scopes, periods, columns: selected }: TileRange<Of>,
): Promise<readonly TileRow<Of>[]> {
  const found: TileRow<Of>[] = [];
  for (const table of tableNames) {
    const columns = columnsIn(table, selected);
    if (columns.length === 0) continue;
    const rows = await copyRows(
      client,
      `select scope, period, ${columns.map(columnName).join(', ')} from ${table}
       where brand_id = ${literal(brandId)} and level = ${literal(level)}
         and scope = any(${literal(scopes)}::integer[]) and period = any(${literal(periods)}::integer[])`,
    );
    for (const [scope, period, ...blocks] of rows)
      found.push({ scope: int(scope), period: int(period), level, columns, blocks });
  }
  return found;
}

/** Tiles, and the postings of items, come in parts that add up: the one built last, and one for each time that late runs were added since. */
export interface TilePlace {
  readonly brandId: string;
  readonly level: number;
  /** The part of each period that is stored: one that it does not have yet. */
  readonly partOf: (period: number) => number;
}

/** Stores tiles of one level as further parts of those that are stored. */
export async function insertTiles(client: pg.ClientBase, place: TilePlace, tiles: readonly PlacedTile[]) {
  for (const rows of encodeTiles(place, tiles, columnsOfTiles)) await insertEncoded(client, rows);
}

/** The same as rows to insert. */
export function encodeTiles<Of extends StoredColumn>(
  { brandId, level, partOf }: TilePlace,
  tiles: readonly PlacedTile<Of>[],
  selected: readonly Of[],
): readonly EncodedRows[] {
  return tableNames.map((table) => {
    const columns = columnsIn(table, selected);
    const rows: (string | number | Buffer | null)[][] = [];
    for (const { scope, period, tile } of tiles) {
      const values = columns.map((column) => tile.encode(column));
      if (values.some((value) => value !== null)) rows.push([brandId, scope, level, period, partOf(period), ...values]);
    }
    const names = ['brand_id', 'scope', 'level', 'period', 'part', ...columns.map(columnName)];
    return encodeRows(`${table} (${names.join(', ')})`, rows);
  });
}

/** The parts that the tiles of all prompts have: the maximum of any tile of the period. Periods without tiles are left out. */
export async function countParts({ client, brandId }: OfBrand, level: number, periods: readonly number[]) {
  const { rows } = await client.query<{ period: number; parts: number }>(
    `select period, max(part) + 1 as parts from tile
     where brand_id = $1 and scope = ${everyPrompt} and level = $2 and period = any($3) group by period`,
    [brandId, level, periods],
  );
  return new Map(rows.map(({ period, parts }) => [period, parts]));
}

/** Deletes the tiles of one level in some periods; `scopes` are all that may have any. */
export async function deleteTiles(
  { client, brandId }: OfBrand,
  level: number,
  { scopes, periods }: Pick<TileRange, 'scopes' | 'periods'>,
): Promise<void> {
  for (const table of tableNames) {
    await client.query(
      `delete from ${table} where brand_id = $1 and level = $2 and scope = any($3) and period = any($4)`,
      [brandId, level, scopes, periods],
    );
  }
}

/** Deletes all tiles of some scopes. */
export async function deleteScopes({ client, brandId }: OfBrand, scopes: readonly number[]): Promise<void> {
  for (const table of tableNames)
    await client.query(`delete from ${table} where brand_id = $1 and scope = any($2)`, [brandId, scopes]);
}

/** A stored quarter tile, from a row of its number and its cells. */
export const toQuarterRow = ([quarter, cells]: BinaryRow) => ({ quarter: int(quarter), cells: cells ?? noBytes });

const noBytes = Buffer.alloc(0);

/** The stored quarter tiles in a range, without those of `except`: rows as `parseRows` takes them, for `toQuarterRow`. */
export function readQuarterTiles({ client, brandId }: OfBrand, { first, last }: Range, except: readonly number[]) {
  return copyBytes(
    client,
    `select quarter, cells from quarter_tile
     where brand_id = ${literal(brandId)} and quarter between ${literal(first)} and ${literal(last)}
       and quarter <> all(${literal(except)}::integer[])`,
  );
}

/** The bytes of the quarter tiles of days. */
export async function bytesOfDays({ client, brandId }: OfBrand, days: readonly number[]): Promise<Map<number, number>> {
  if (days.length === 0) return new Map();
  const { rows } = await client.query<{ day: number; bytes: number }>(
    `select day, sum(octet_length(cells))::float8 as bytes from unnest($2::integer[]) as day
     join quarter_tile on brand_id = $1 and quarter between day * ${quartersADay} and day * ${quartersADay} + ${quartersADay - 1} group by day`,
    [brandId, days],
  );
  return new Map(rows.map(({ day, bytes }) => [day, bytes]));
}

/** The blocks of the listed quarters that have one. */
export async function readListedQuarterTiles({ client, brandId }: OfBrand, quarters: readonly number[]) {
  const rows = await copyRows(
    client,
    `select quarter, cells from quarter_tile
     where brand_id = ${literal(brandId)} and quarter = any(${literal(quarters)}::integer[])`,
  );
  return new Map(rows.map(toQuarterRow).map(({ quarter, cells }) => [quarter, cells]));
}

/** Deletes the tiles of some quarters. */
export async function deleteQuarterTiles({ client, brandId }: OfBrand, quarters: readonly number[]): Promise<void> {
  if (quarters.length === 0) return;
  await client.query('delete from quarter_tile where brand_id = $1 and quarter = any($2)', [brandId, quarters]);
}

/** Stores `tiles` in place of those of `quarters`, which name every one that is stored already. */
export async function replaceQuarterTiles(
  brand: OfBrand,
  quarters: readonly number[],
  tiles: ReadonlyMap<number, Buffer>,
): Promise<void> {
  await deleteQuarterTiles(brand, quarters);
  await insertEncoded(brand.client, encodeQuarterTiles(brand.brandId, tiles));
}

/** Quarter tiles as rows to insert. */
export function encodeQuarterTiles(brandId: string, tiles: ReadonlyMap<number, Buffer>): EncodedRows {
  const rows = [...tiles].map(([quarter, cells]) => [brandId, quarter, cells]);
  return encodeRows('quarter_tile (brand_id, quarter, cells)', rows);
}
