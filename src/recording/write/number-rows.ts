// The statements for the numbers of URLs, domains and queries: one per function, from many keys to many rows.

import type pg from 'pg';
import { copyIn } from '../../database/copy/copy-in.js';
import { plainLiteral } from '../../database/copy/literal.js';
import { column } from '../prepare/sheet.js';

export interface DomainName {
  readonly brandId: string;
  readonly name: string;
}

/** What identifies a URL or a query within a brand. */
export interface Digest {
  readonly brandId: string;
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
}

/** The number of each domain, in order; `null` if it has none. */
export async function findDomains(
  client: pg.ClientBase,
  names: readonly DomainName[],
): Promise<readonly (number | null)[]> {
  const { rows } = await client.query<PositionedId>(
    `select place::int, domain.id from unnest($1::text[], $2::text[]) with ordinality as wanted (brand_id, name, place)
     join domain using (brand_id, name)`,
    [names.map((each) => each.brandId), names.map((each) => each.name)],
  );
  return inOrder(names, rows);
}

/** The number of each URL or query, in order; `null` if it has none. */
export async function findDigests(
  client: pg.ClientBase,
  table: 'url' | 'query',
  digests: readonly Digest[],
): Promise<readonly (number | null)[]> {
  const { rows } = await client.query<PositionedId>(
    `select place::int, ${table}.id from unnest($1::text[], $2::bytea[]) with ordinality as wanted (brand_id, digest, place)
     join ${table} using (brand_id, digest)`,
    [digests.map((each) => each.brandId), plainLiteral(digests.map(({ digest }) => `\\\\x${digest}`))],
  );
  return inOrder(digests, rows);
}

/** The highest number of each brand. A subquery per brand reads one index entry each; `group by` would read them all. */
export async function lastNumbers(
  client: pg.ClientBase,
  table: 'domain' | 'url' | 'query',
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly brandId: string; readonly last: number }>(
    `select brand as "brandId", coalesce((select max(id) from ${table} where brand_id = brand), 0) as last
     from unnest($1::text[]) as brand`,
    [brandIds],
  );
  return new Map(rows.map(({ brandId, last }) => [brandId, last]));
}

export async function insertDomains(
  client: pg.ClientBase,
  rows: readonly (DomainName & { readonly id: number })[],
): Promise<void> {
  await client.query(
    'insert into domain (brand_id, id, name) select * from unnest($1::text[], $2::int[], $3::text[])',
    [rows.map((row) => row.brandId), rows.map((row) => row.id), rows.map((row) => row.name)],
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

/** Gives URLs other titles, except where the one that a URL has is of a later run. */
export async function updateTitles(client: pg.ClientBase, rows: readonly TitledUrl[]): Promise<void> {
  await client.query(
    `update url set title = given.title, titled_at = given.at
     from unnest($1::text[], $2::int[], $3::text[], $4::timestamptz(3)[]) as given (brand_id, id, title, at)
     where url.brand_id = given.brand_id and url.id = given.id and url.title is distinct from given.title
       and (url.titled_at is null or url.titled_at <= given.at)`,
    [
      rows.map((row) => row.brandId),
      rows.map((row) => row.id),
      rows.map((row) => row.text),
      rows.map((row) => instant(row.at)),
    ],
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

interface PositionedId {
  /** From 1. */
  readonly place: number;
  readonly id: number;
}

function inOrder(wanted: readonly unknown[], rows: readonly PositionedId[]): readonly (number | null)[] {
  const byPlace = new Map(rows.map(({ place, id }) => [place, id]));
  return wanted.map((_, index) => byPlace.get(index + 1) ?? null);
}
