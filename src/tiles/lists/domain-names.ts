// The names of all domains of brands, by number, in one value a brand: a row each would take ten times as long to read.

import type pg from 'pg';
import { copyRows, int, ints, literal } from '../../database/copy/copy-rows.js';

/** The names by brand and number, in one statement; none where there is no brand. */
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
