// The statements for the numbers of URLs, domains and queries: one per function, from many keys to many rows.

import type pg from 'pg';
import { bindings, lookUps } from '../../database/bindings.js';
import { copyIn } from '../../database/copy/copy-in.js';
import { columnsOf, plainLiteral } from '../../database/copy/literal.js';
import { column } from '../prepare/sheet.js';

interface DomainName {
  readonly brandId: string;
  readonly name: string;
}

/** What identifies a URL or a query within a brand. */
interface Digest {
  readonly brandId: string;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
}

/** Numbers in the order of what they are of; `null` where it has none. */
export type Numbers = readonly (number | null)[];

/** The number of each domain. */
export function findDomains(client: pg.ClientBase, names: readonly DomainName[]): Promise<Numbers> {
  const keys = names.map(({ name }) => name);
  return findNumbers(client, { table: 'domain', key: 'name', type: 'text' }, names, keys);
}

/** The number of each URL or query. */
export function findDigests(
  client: pg.ClientBase,
  table: 'url' | 'query',
  digests: readonly Digest[],
): Promise<Numbers> {
  const keys = plainLiteral(digests.map(({ digest }) => `\\\\x${digest}`));
  return findNumbers(client, { table, key: 'digest', type: 'bytea' }, digests, keys);
}

interface KeyColumn {
  readonly table: 'domain' | 'url' | 'query';
  readonly key: string;
  readonly type: string;
}

/** The number of the row with each of `keys`, an array of the column's type, in the brand beside it. */
async function findNumbers(
  client: pg.ClientBase,
  { table, key, type }: KeyColumn,
  wanted: readonly { readonly brandId: string }[],
  keys: unknown,
): Promise<Numbers> {
  const { values, bind } = bindings();
  const brandIds = wanted.map(({ brandId }) => brandId);
  const { rows } = await client.query<{ readonly place: number; readonly id: number }>(
    `select place::int, ${table}.id
     from unnest(${bind(brandIds)}::text[], ${bind(keys)}::${type}[]) with ordinality as wanted (brand_id, key, place)
     cross join ${lookUps(brandIds, bind)({ table, columns: 'id', equal: { brand_id: 'wanted.brand_id', [key]: 'wanted.key' } })}`,
    values,
  );
  const byPlace = new Map(rows.map(({ place, id }) => [place, id]));
  return wanted.map((_, index) => byPlace.get(index + 1) ?? null);
}

/** A table whose rows are numbered within their brand. */
export type NumberedTable = 'company' | 'channel' | 'domain' | 'url' | 'query';

/** The highest number of each brand that was ever given; 0 where there is none. A branch per brand reads one index entry each; `group by` would read them all. */
export async function lastNumbers(
  client: pg.ClientBase,
  table: NumberedTable,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const branches = brandIds.map(
    (_, index) =>
      `select ${index} as brand, greatest((select max(id) from ${table} where brand_id = $${index + 1}),
         (select ${table} from deletion where brand_id = $${index + 1}), 0) as last`,
  );
  const { rows } = await client.query<{ readonly brand: number; readonly last: number }>(
    branches.join('\nunion all\n'),
    [...brandIds],
  );
  return new Map(rows.map(({ brand, last }) => [brandIds[brand] ?? '', last]));
}

export async function insertDomains(
  client: pg.ClientBase,
  rows: readonly (DomainName & { readonly id: number })[],
): Promise<void> {
  await client.query(
    'insert into domain (brand_id, id, name) select * from unnest($1::text[], $2::int[], $3::text[])',
    columnsOf(rows, ({ brandId, id, name }) => [brandId, id, name]),
  );
}

interface UrlRow extends Digest {
  readonly id: number;
  readonly domainId: number;
  /** The URL itself. */
  readonly name: string;
  readonly title: Title | null;
}

/** A title that a run gave a URL. */
export interface Title {
  readonly text: string;
  /** When the run was created, epoch milliseconds. */
  readonly at: number;
}

export async function insertUrls(client: pg.ClientBase, rows: readonly UrlRow[]): Promise<void> {
  const lines = rows.map(({ brandId, id, domainId, digest, name, title }) => {
    const titled = title ? `${column(title.text)}\t${instant(title.at)}` : '\\N\t\\N';
    return `${column(brandId)}\t${id}\t${domainId}\t\\\\x${digest}\t${column(name)}\t${titled}\n`;
  });
  await copyIn(client, 'url (brand_id, id, domain_id, digest, url, title, titled_at)', [Buffer.from(lines.join(''))]);
}

export interface TitledUrl extends Title {
  readonly brandId: string;
  readonly id: number;
}

/**
 * Gives URLs other titles, except where the one that a URL has is of a later run. An update may be planned as a comparison of all URLs of the brand with
 * all titles; the conflict of a row with itself is always found by the index.
 */
export async function updateTitles(client: pg.ClientBase, rows: readonly TitledUrl[]): Promise<void> {
  const { values, bind } = bindings();
  const brandIds = rows.map((row) => row.brandId);
  const given = [
    `${bind(brandIds)}::text[]`,
    `${bind(rows.map((row) => row.id))}::int[]`,
    `${bind(rows.map((row) => row.text))}::text[]`,
    `${bind(rows.map((row) => instant(row.at)))}::timestamptz(3)[]`,
  ];
  await client.query(
    `insert into url (brand_id, id, domain_id, digest, url, title, titled_at)
     select url.brand_id, url.id, domain_id, digest, url.url, given.title, given.at
     from unnest(${given}) as given (brand_id, id, title, at)
     cross join ${lookUps(brandIds, bind)({ table: 'url', equal: { brand_id: 'given.brand_id', id: 'given.id' } })}
     where url.title is distinct from given.title and (titled_at is null or titled_at <= given.at)
     on conflict (brand_id, id) do update set title = excluded.title, titled_at = excluded.titled_at`,
    values,
  );
}

interface QueryRow extends Digest {
  readonly id: number;
  /** The normalised text. */
  readonly text: string;
}

export async function insertQueries(client: pg.ClientBase, rows: readonly QueryRow[]): Promise<void> {
  const lines = rows.map(({ brandId, id, digest, text }) => {
    return `${column(brandId)}\t${id}\t\\\\x${digest}\t${column(text)}\n`;
  });
  await copyIn(client, 'query (brand_id, id, digest, text)', [Buffer.from(lines.join(''))]);
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
