// The statements for the numbers of URLs and domains: one per function, from many keys to many rows.

import type pg from 'pg';
import { copyIn } from '../../database/copy/copy-in.js';
import { plainLiteral } from '../../database/copy/literal.js';
import { column } from '../prepare/sheet.js';

interface DomainName {
  readonly brandId: string;
  readonly name: string;
}

export interface UrlDigest {
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

/** The number of each URL, in order; `null` if it has none. */
export async function findUrls(client: pg.ClientBase, urls: readonly UrlDigest[]): Promise<readonly (number | null)[]> {
  const { rows } = await client.query<PositionedId>(
    `select place::int, url.id from unnest($1::text[], $2::bytea[]) with ordinality as wanted (brand_id, digest, place)
     join url using (brand_id, digest)`,
    [urls.map((each) => each.brandId), plainLiteral(urls.map(({ digest }) => `\\\\x${digest}`))],
  );
  return inOrder(urls, rows);
}

/** The highest domain number of each brand. A subquery per brand reads one index entry each; `group by` would read them all. */
export async function lastDomains(
  client: pg.ClientBase,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<Last>(
    `select brand as "brandId", coalesce((select max(domain.id) from domain where domain.brand_id = brand), 0) as last
     from unnest($1::text[]) as brand`,
    [brandIds],
  );
  return new Map(rows.map(({ brandId, last }) => [brandId, last]));
}

/** The highest URL number of each brand. */
export async function lastUrls(
  client: pg.ClientBase,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<Last>(
    `select brand as "brandId", coalesce((select max(url.id) from url where url.brand_id = brand), 0) as last
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

interface UrlRow extends UrlDigest {
  readonly id: number;
  readonly domainId: number;
  /** The URL itself. */
  readonly name: string;
}

export async function insertUrls(client: pg.ClientBase, rows: readonly UrlRow[]): Promise<void> {
  const lines = rows.map(({ brandId, id, domainId, digest, name }) => {
    return `${column(brandId)}\t${id}\t${domainId}\t\\\\x${digest}\t${column(name)}\n`;
  });
  await copyIn(client, 'url (brand_id, id, domain_id, digest, url)', [Buffer.from(lines.join(''))]);
}

interface Last {
  readonly brandId: string;
  readonly last: number;
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
