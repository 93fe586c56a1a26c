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
  const blocks = ({ tile }: PlacedTile) =>
    columns.map((column) => (isStored(column, level) ? encodeColumn(tile, column) : null));
  await upsert(client, {
    table: 'tile',
    keys: { brand_id: 'text', scope: 'integer', level: 'smallint', period: 'integer' },
    blocks: columns.map((column) => columnNames[column]),
    rows: tiles.map((placed) => [brandId, placed.scope, level, placed.period, ...blocks(placed)]),
  });
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
  await upsert(client, {
    table: 'quarter_tile',
    keys: { brand_id: 'text', quarter: 'integer' },
    blocks: ['cells'],
    rows: [...tiles].map(([quarter, cells]) => [brandId, quarter, cells]),
  });
}

interface Upsert {
  readonly table: string;
  /** Types of the primary key's columns. */
  readonly keys: Readonly<Record<string, string>>;
  /** The columns of blocks. */
  readonly blocks: readonly string[];
  /** Values of the keys, then blocks. */
  readonly rows: readonly (readonly (string | number | Buffer | null)[])[];
}

/** A statement takes 65,535 parameters. */
const mostParameters = 60_000;

/** Inserts or replaces rows. A block is a parameter of its own: in an array the driver would write it in hex, twice as long. */
async function upsert(client: pg.ClientBase, { table, keys, blocks, rows }: Upsert): Promise<void> {
  const names = [...Object.keys(keys), ...blocks];
  const types = [...Object.values(keys), ...blocks.map(() => 'bytea')];
  const batchRows = Math.floor(mostParameters / names.length);
  for (let from = 0; from < rows.length; from += batchRows) {
    const batch = rows.slice(from, from + batchRows);
    const values = batch.map(
      (_, row) => `(${types.map((type, at) => `$${row * types.length + at + 1}::${type}`).join(', ')})`,
    );
    await client.query(
      `insert into ${table} (${names.join(', ')}) values ${values.join(', ')}
       on conflict (${Object.keys(keys).join(', ')}) do update set ${blocks.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      batch.flat(),
    );
  }
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
