// Whose the domains are that a list shows or is filtered by, and their names.

import type pg from 'pg';
import { copyRows, int, ints, literal } from '../../database/copy/copy-rows.js';
import { made } from '../../domain/counts/maps.js';
import { type DomainOwner, ownershipBy } from '../../domain/lists/ownership.js';
import { inTurns, type Pause } from '../../domain/pause.js';
import type { UrlDomains } from '../cells/url-domains.js';
import type { Extras, OpenList } from './list.js';

type OwnerOf = Extras['ownerOf'];

/** Says whose a domain is, for each of the brands, in one statement; none where there is no brand. */
export async function readOwners(
  client: pg.ClientBase,
  brandIds: readonly string[],
  pause: Pause,
): Promise<ReadonlyMap<string, OwnerOf>> {
  if (brandIds.length === 0) return new Map();
  const { rows } = await client.query<DomainOwner & { readonly brandId: string }>(
    `select id as "brandId", name, true as "isBrand", domains from brand where id = any($1)
     union all
     select brand_id, name, false, domains from company where brand_id = any($1) and tracked and cardinality(domains) > 0`,
    [[...new Set(brandIds)]],
  );
  const owners = new Map<string, DomainOwner[]>();
  for (const { brandId, ...owner } of rows) made(owners, brandId, Array).push(owner);
  const found = new Map<string, OwnerOf>();
  for (const [brandId, ofBrand] of owners) found.set(brandId, await inTurns(ownershipBy(ofBrand), pause));
  return found;
}

/**
 * The names of all domains of brands, by brand and number, in one statement; none where there is no brand. One value a brand: a row each would take ten
 * times as long to read.
 */
export async function readDomainNames(
  client: pg.ClientBase,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  if (brandIds.length === 0) return new Map();
  // No host has a line break.
  const selects = brandIds.map(
    (
      brandId,
      index,
    ) => `select ${literal(index)}::integer, array_agg(id order by id), string_agg(name, U&'\\000A' order by id)
      from domain where brand_id = ${literal(brandId)}`,
  );
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const [index, ids, joined] of await copyRows(client, selects.join('\nunion all\n'))) {
    const ofBrand = joined?.toString().split('\n') ?? [];
    names.set(brandIds[int(index)] ?? '', new Map(ints(ids).map((id, place) => [id, ofBrand[place] ?? ''])));
  }
  return names;
}

/** The domains of the URLs that lists have, by brand, then by number of the URL; no statement where all are known, or no list has URLs. */
export function readUrlDomains(
  client: pg.ClientBase,
  lists: readonly Pick<OpenList, 'ask' | 'items' | 'table'>[],
  known: UrlDomains,
): Promise<ReadonlyMap<string, Int32Array>> {
  const last = new Map<string, number>();
  for (const { ask, items, table } of lists) {
    const { brandId } = ask.question;
    const urls = ask.kind === 'urls' ? table.ids : items?.urls?.ids;
    if (urls) last.set(brandId, Math.max(last.get(brandId) ?? 0, urls.at(-1) ?? 0));
  }
  return known.loadAll(client, last);
}

/** The brands of lists, each once. */
export function brandsOf(lists: readonly Pick<OpenList, 'ask'>[]): readonly string[] {
  return [...new Set(lists.map(({ ask }) => ask.question.brandId))];
}
