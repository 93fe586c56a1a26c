// Every stored block: which table, row and column it is in, found out from the database itself.

import type { Database } from '../../../src/database/postgres.js';

export interface BlockPlace {
  readonly table: string;
  readonly column: string;
  /** The row's primary key. */
  readonly key: Readonly<Record<string, string | number>>;
}

/** Columns of bytes that are no blocks. */
const others = new Set(['api_key.hash', 'query.digest', 'session.hash', 'session.key_hash', 'url.digest']);

/** The columns of blocks, as `table.column`. */
export async function blockColumns({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by name`,
  );
  return rows.map(({ name }) => name).filter((name) => !others.has(name));
}

/** All blocks there are. */
export async function blockPlaces(db: Database): Promise<readonly BlockPlace[]> {
  const places: BlockPlace[] = [];
  for (const name of await blockColumns(db)) {
    const [table = '', column = ''] = name.split('.');
    const { rows: keys } = await db.pool.query<{ name: string }>(
      `select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
       where indrelid = $1::regclass and indisprimary order by attnum`,
      [table],
    );
    const names = keys.map((key) => key.name).join(', ');
    const { rows } = await db.pool.query<BlockPlace['key']>(
      `select ${names} from ${table} where ${column} is not null order by ${names}`,
    );
    places.push(...rows.map((key) => ({ table, column, key })));
  }
  return places;
}

function conditionOf({ key }: BlockPlace): { readonly where: string; readonly values: readonly unknown[] } {
  const names = Object.keys(key);
  return { where: names.map((name, at) => `${name} = $${at + 1}`).join(' and '), values: Object.values(key) };
}

/** The block there; `null` where there is none. */
export async function readBlock({ pool }: Database, place: BlockPlace): Promise<Buffer | null> {
  const { where, values } = conditionOf(place);
  const sql = `select ${place.column} as block from ${place.table} where ${where}`;
  const { rows } = await pool.query<{ block: Buffer | null }>(sql, [...values]);
  return rows[0]?.block ?? null;
}

/** Puts a block there, whatever it is. */
export async function writeBlock({ pool }: Database, place: BlockPlace, block: Buffer): Promise<void> {
  const { where, values } = conditionOf(place);
  const sql = `update ${place.table} set ${place.column} = $${values.length + 1} where ${where}`;
  await pool.query(sql, [...values, block]);
}
