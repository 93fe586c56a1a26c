// The tables of tiles: one exported function a statement.

import type pg from 'pg';
import { encodeColumn } from './codec.js';
import { type BinaryRow, copyRows, int, literal } from './copy-rows.js';
import type { Range } from './cover.js';
import { type Column, columns, type Tile } from './tile.js';

/** The scope of all prompts; tag combinations are numbered from 1. */
export const everyPrompt = 0;

/** The levels of stored tiles. Quarters have a table of their own. */
export const dayLevel = 1;
export const monthLevel = 2;

/** The columns of the table `tile`, in the order of `columns`. */
export const columnNames: Readonly<Record<Column, string>> = {
  sums: 'sums',
  days: 'days',
  quarters: 'quarters',
  prompts: 'prompts',
  urls: 'urls',
  domains: 'domains',
  modelUrls: 'model_urls',
  modelDomains: 'model_domains',
  urlCitations: 'url_citations',
  domainCitations: 'domain_citations',
  promptRuns: 'prompt_runs',
};

export interface PlacedTile {
  readonly scope: number;
  readonly period: number;
  readonly tile: Tile;
}

/** A stored tile; `blocks` run parallel to `columns`. */
export interface TileRow {
  readonly scope: number;
  readonly period: number;
  readonly blocks: BinaryRow;
}

/** Stored tiles of one level, of the given scopes and periods. */
export async function readTileRows(
  client: pg.ClientBase,
  brandId: string,
  level: number,
  scopes: readonly number[],
  periods: readonly number[],
) {
  const rows = await copyRows(
    client,
    `select scope, period, ${columns.map((column) => columnNames[column]).join(', ')} from tile
     where brand_id = ${literal(brandId)} and level = ${literal(level)}
       and scope = any(${literal(scopes)}::integer[]) and period = any(${literal(periods)}::integer[])`,
  );
  return rows.map(([scope, period, ...blocks]): TileRow => ({ scope: int(scope), period: int(period), blocks }));
}

/** A month's runs by prompt go to `prompt_month`, where a page finds them with one row a month. */
function isStored(column: Column, level: number): boolean {
  return column !== 'promptRuns' || level === dayLevel;
}

/** Stores tiles of one level, in place of those of the same scope and period. */
export async function writeTiles(
  client: pg.ClientBase,
  brandId: string,
  level: number,
  tiles: readonly PlacedTile[],
): Promise<void> {
  if (tiles.length === 0) return;
  const names = columns.map((column) => columnNames[column]);
  await client.query(
    `insert into tile (brand_id, level, scope, period, ${names.join(', ')})
     select $1, $2, * from unnest($3::integer[], $4::integer[], ${columns.map((_, at) => `$${at + 5}::bytea[]`).join(', ')})
     on conflict (brand_id, scope, level, period) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [
      brandId,
      level,
      tiles.map(({ scope }) => scope),
      tiles.map(({ period }) => period),
      ...columns.map((column) =>
        tiles.map(({ tile }) => (isStored(column, level) ? encodeColumn(tile, column) : null)),
      ),
    ],
  );
}

/** Deletes the tiles of some scopes of one period. */
export async function deleteTiles(
  client: pg.ClientBase,
  brandId: string,
  level: number,
  { scopes, period }: { readonly scopes: readonly number[]; readonly period: number },
): Promise<void> {
  await client.query('delete from tile where brand_id = $1 and level = $2 and scope = any($3) and period = $4', [
    brandId,
    level,
    scopes,
    period,
  ]);
}

/** Deletes all tiles of some scopes. */
export async function deleteScopes(client: pg.ClientBase, brandId: string, scopes: readonly number[]): Promise<void> {
  await client.query('delete from tile where brand_id = $1 and scope = any($2)', [brandId, scopes]);
}

/** The blocks of stored quarter tiles in a range, ascending. */
export async function readQuarterTiles(client: pg.ClientBase, brandId: string, { first, last }: Range) {
  const rows = await copyRows(
    client,
    `select quarter, cells from quarter_tile
     where brand_id = ${literal(brandId)} and quarter between ${literal(first)} and ${literal(last)} order by quarter`,
  );
  return rows.map(([quarter, cells]) => ({ quarter: int(quarter), cells: cells ?? Buffer.alloc(0) }));
}

/** The blocks of the listed quarters that have one. */
export async function readListedQuarterTiles(
  client: pg.ClientBase,
  brandId: string,
  quarters: readonly number[],
): Promise<Map<number, Buffer>> {
  const rows = await copyRows(
    client,
    `select quarter, cells from quarter_tile
     where brand_id = ${literal(brandId)} and quarter = any(${literal(quarters)}::integer[])`,
  );
  return new Map(rows.map(([quarter, cells]) => [int(quarter), cells ?? Buffer.alloc(0)]));
}

export async function writeQuarterTiles(
  client: pg.ClientBase,
  brandId: string,
  tiles: ReadonlyMap<number, Buffer>,
): Promise<void> {
  if (tiles.size === 0) return;
  await client.query(
    `insert into quarter_tile (brand_id, quarter, cells) select $1, * from unnest($2::integer[], $3::bytea[])
     on conflict (brand_id, quarter) do update set cells = excluded.cells`,
    [brandId, [...tiles.keys()], [...tiles.values()]],
  );
}

export async function deleteQuarterTiles(
  client: pg.ClientBase,
  brandId: string,
  quarters: readonly number[],
): Promise<void> {
  if (quarters.length === 0) return;
  await client.query('delete from quarter_tile where brand_id = $1 and quarter = any($2)', [brandId, quarters]);
}

/** The first and last quarter that has a tile, or `null`. */
export async function spanOfQuarterTiles(client: pg.ClientBase, brandId: string): Promise<Range | null> {
  const { rows } = await client.query<{ first: number | null; last: number | null }>(
    'select min(quarter) as first, max(quarter) as last from quarter_tile where brand_id = $1',
    [brandId],
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}
